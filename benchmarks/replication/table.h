/* The tables of findings. */
#ifndef BRISTLE_BENCHMARKS_REPLICATION_TABLE_H
#define BRISTLE_BENCHMARKS_REPLICATION_TABLE_H

enum { FINDINGS_MAX_COLUMNS = 8, FINDINGS_MAX_ROWS = 40, FINDINGS_CELL = 80 };

/* A table. Cells are texts, with numbers already rounded; headings name the unit. */
struct findings_table {
    const char *name;
    const char *heading[FINDINGS_MAX_COLUMNS];
    char cell[FINDINGS_MAX_ROWS][FINDINGS_MAX_COLUMNS][FINDINGS_CELL];
    unsigned n_columns, n_rows;
};

/* A table that can be asked for by name. */
struct findings_entry {
    const char *name, *title;
    void (*fill)(struct findings_table *table);
};
extern const struct findings_entry findings_tables[]; /* ended by a NULL name */

#endif
