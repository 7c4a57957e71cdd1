/* The style sheet of a page (page_parts.h). Text has a contrast of at least 7:1, muted text of
 * 4.5:1, on light and on dark. */
#include "benchmarks/figures/page_parts.h"
#include "benchmarks/figures/plot_inline.h"

static const char colours[] =
    ":root{color-scheme:light dark;--page:#fff;--text:#1b1f23;--muted:#57606a;--rule:#d8dee4;"
    "--box:#f5f7f9;--link:#0a58a8;--holds:#0b6b4f;--refuted:#b03a00;--shade:#0002}\n"
    "@media (prefers-color-scheme:dark){:root{--page:#14181c;--text:#e3e7eb;--muted:#9ba6b1;"
    "--rule:#343b43;--box:#1c2228;--link:#7cbcf5;--holds:#4fd0a7;--refuted:#ff9a66;--shade:#000c}}"
    "\n";

static const char text[] =
    "*{box-sizing:border-box}\n"
    "html{-webkit-text-size-adjust:100%;text-size-adjust:100%}\n"
    "body{margin:0;background:var(--page);color:var(--text);overflow-wrap:anywhere;"
    "font:1rem/1.6 system-ui,-apple-system,\"Segoe UI\",Roboto,\"Helvetica "
    "Neue\",Arial,sans-serif}\n"
    "main{max-width:1364px;margin:0 auto;padding:2.5rem clamp(1rem,4vw,2rem) 5rem}\n"
    "h1,h2,h3,h4{line-height:1.25;font-weight:600;text-wrap:balance}\n"
    "h1{font-size:clamp(1.6rem,4vw,2.1rem);margin:0}\n"
    "h2{font-size:1.45rem;margin:3.5rem 0 1rem;padding-top:1.25rem;border-top:1px solid "
    "var(--rule)}\n"
    "h3{font-size:1.12rem;margin:2.25rem 0 .6rem}\n"
    "h4{font-size:1rem;margin:1.75rem 0 .5rem}\n"
    "h1,h3,h4,p,ul,ol,summary{max-width:75ch}\n"
    "p,ul,ol{margin:0 0 1rem}ul,ol{padding-left:1.4rem}li{padding:.15rem 0}\n"
    "a{color:var(--link);text-underline-offset:.15em}\n"
    ".subtitle{margin:.5rem 0 0;color:var(--muted);font-size:1.08rem}\n"
    ".note{padding-left:1rem;border-left:3px solid "
    "var(--rule);color:var(--muted);font-size:.92rem}\n"
    "code,pre{font:.88em/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,\"DejaVu Sans Mono\","
    "monospace}\n"
    ".command{max-width:60rem;margin:0 0 1rem;padding:.5rem "
    ".75rem;background:var(--box);border-radius:4px;"
    "white-space:pre-wrap}\n.command code{font-size:1em}.command "
    "span{display:inline-block;max-width:100%}\n"
    "nav{margin:2rem 0 0}nav ol{columns:2 18rem;column-gap:2.5rem}nav li{break-inside:avoid}\n"
    "summary{cursor:pointer;padding:.35rem 0;color:var(--link)}details{margin:0 0 1rem}\n";

static const char tables[] =
    /* A shadow at an edge that hides more content: covers that scroll along uncover it. */
    ".scroll{overflow-x:auto;margin:0 0 1.5rem;max-width:100%;"
    "background:linear-gradient(to right,var(--page) 50%,transparent) 0 0/3rem 100% local,"
    "linear-gradient(to left,var(--page) 50%,transparent) 100% 0/3rem 100% local,"
    "linear-gradient(to right,var(--shade),transparent) 0 0/.75rem 100%,"
    "linear-gradient(to left,var(--shade),transparent) 100% 0/.75rem 100%;"
    "background-repeat:no-repeat;background-color:var(--page)}\n"
    "table{width:max-content;border-collapse:collapse;font-size:.9rem;line-height:1.4;overflow-"
    "wrap:normal}\n"
    "caption{text-align:left;color:var(--muted);padding-bottom:.5rem}\n"
    "th,td{padding:.35rem .9rem .35rem 0;text-align:left;vertical-align:top;font-weight:400;"
    "border-bottom:1px solid var(--rule)}\n"
    "td{max-width:min(44ch,60vw)}tbody th{white-space:nowrap}\n"
    "thead th{font-weight:600;vertical-align:bottom;border-bottom:1px solid var(--muted)}\n"
    ".number{text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums}\n"
    ".badge{white-space:nowrap}.holds{color:var(--holds)}.refuted{color:var(--refuted)}"
    ".other{color:var(--muted)}\n";

static const char figures[] =
    "figure{margin:2.25rem 0 3rem}figure>h3,figure>h4{margin:0 0 .6rem}\n"
    ".panels{display:grid;gap:1.5rem 1.5rem;"
    "grid-template-columns:repeat(auto-fit,minmax(min(100%,var(--least)),1fr));"
    "max-width:calc(var(--columns)*(var(--most) + 1.5rem) - 1.5rem)}\n"
    ".normal{--least:340px;--most:440px}.small{--least:270px;--most:350px}"
    ".wide{--least:680px;--most:900px}\n"
    ".panel{min-width:0;display:flex;flex-direction:column;justify-content:flex-end}\n"
    ".panel-title{font-weight:600;font-size:.95rem;line-height:1.35;margin:0 0 .25rem}\n"
    ".legend{display:flex;flex-wrap:wrap;gap:.2rem 1.4rem;list-style:none;padding:0;"
    "margin:0 0 .9rem;max-width:none;font-size:.9rem}\n"
    ".legend li{display:flex;align-items:center;gap:.5rem;margin:0;min-width:0}\n"
    ".swatch{flex:none}.plot{font-variant-numeric:tabular-nums}\n"
    "figcaption{margin-top:.9rem;font-size:.92rem;line-height:1.5;color:var(--muted)}\n"
    "figcaption p{margin:0 0 .6rem}figcaption .command{margin:0 0 .4rem;font-size:.9em}\n"
    /* A wide panel's text would be too small on a phone. */
    "@media (min-width:760px){.narrow{display:none}}@media (max-width:759.9px){.wide{display:none}}"
    "\n";

static const char print[] =
    "@media print{body{font-size:10pt}main{max-width:none;padding:0}.download{display:none}\n"
    ".scroll{overflow:visible}.panel,tr,.command{break-inside:avoid}h2,h3,h4,.legend{break-after:"
    "avoid}}\n";

void page_style(FILE *out)
{
    fputs(colours, out);
    plot_inline_style(out);
    fputs(text, out);
    fputs(tables, out);
    fputs(figures, out);
    fputs(print, out);
}
