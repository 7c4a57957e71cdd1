# merges_to_one_process TABLE FILE...: expects slices of 8 runs, or the events of their build, to merge
# to exactly what one process finds in 8 runs, in every format. To be sourced where fail is defined.
merges_to_one_process() {
  local table=$1 format
  shift
  for format in table json csv; do
    "$table" --format $format -o merged "$@" || fail "no merged $format"
    "$table" --trials 100 --runs 8 --format $format -o one || fail "no $format of one process"
    cmp merged one || fail "the merged $format is another"
  done
}
