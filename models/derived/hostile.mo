model affine "*/ /* \"??/ \\ %s // "
  // Names of C, of the library, and of printed code; texts that would end a comment or a string.
  input Real v(unit="m/s");
  output Real F(unit="N");
  parameter Real int(unit="N/m", min=1, max=9) = 2 "*/ int main(void) { \\";
  parameter Real p(unit="1", min=0.5, max=3) = 2 "\ttab\nline\"";
  parameter Real mem(unit="N.s/m") = 1 "ä ??=";
  Real exp(unit="m", start=0, fixed=true) "x";
  Integer NULL(start=1, fixed=true);
  discrete Real s(unit="m", start=0.25, fixed=true);
protected
  Real double(unit="N") = int*exp*(if NULL == 1 then 1 else 3)/2;
equation
  assert(p <> 1, "*/ \"p\"");
  der(exp) = v;
  when v <= 0 then
    NULL = 7 + pre(NULL)/2;
    s = pre(s)/2;
  end when;
  F = double*abs(v/v)^p + mem*v + int*s;
  annotation(__Bristle(source="*/ \\", claims={passivity(domain="*/", source="\"")}));
end affine;
