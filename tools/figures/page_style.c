/* The style sheet of pages (page_parts.h). Text has a contrast of at least 7:1, muted text of
 * 4.5:1, on light and on dark. */
#include "tools/figures/page_parts.h"
#include "tools/figures/plot_inline.h"

static const char colours[] =
    ":root{color-scheme:light dark;--page:#fff;--text:#1b1f23;--muted:#57606a;--rule:#d8dee4;"
    "--box:#f5f7f9;--link:#0a58a8;--proved:#0b6b4f;--enclosed:#0f6a86;--agreed:#3a5fb0;"
    "--tested:#6b5b95;--false:#b03a00;--other:#57606a;--warn:#fff1d6}\n"
    "@media (prefers-color-scheme:dark){:root{--page:#14181c;--text:#e3e7eb;--muted:#9ba6b1;"
    "--rule:#343b43;--box:#1c2228;--link:#7cbcf5;--proved:#4fd0a7;--enclosed:#62c6e6;"
    "--agreed:#92b4ff;--tested:#c3b1e1;--false:#ff9a66;--other:#9ba6b1;--warn:#3a2f14}}\n";

static const char text[] =
    "*{box-sizing:border-box}\n"
    "html{-webkit-text-size-adjust:100%;text-size-adjust:100%;scroll-padding-top:4rem}\n"
    "body{margin:0;background:var(--page);color:var(--text);overflow-wrap:anywhere;"
    "font:1rem/1.55 system-ui,-apple-system,\"Segoe UI\",Roboto,\"Helvetica "
    "Neue\",Arial,sans-serif}\n"
    "h1,h2,h3,h4{line-height:1.25;font-weight:600;text-wrap:balance}\n"
    "h1{font-size:clamp(1.5rem,4vw,1.9rem);margin:0}\n"
    "h2{font-size:1.35rem;margin:2.75rem 0 .9rem;padding-top:1rem;border-top:1px solid "
    "var(--rule)}\n"
    "h3{font-size:1.1rem;margin:2rem 0 .6rem}\n"
    "h4{font-size:1rem;margin:1.75rem 0 .5rem}\n"
    "h1,h3,h4,p,ul,ol,summary{max-width:78ch}\n"
    "p,ul,ol{margin:0 0 1rem}ul,ol{padding-left:1.4rem}li{padding:.1rem 0}\n"
    "a{color:var(--link);text-underline-offset:.15em}\n"
    ".subtitle{margin:.4rem 0 1.5rem;color:var(--muted);font-size:1.05rem}\n"
    ".note{padding-left:1rem;border-left:3px solid "
    "var(--rule);color:var(--muted);font-size:.92rem}\n"
    ".banner{max-width:none;padding:.6rem 1rem;background:var(--warn);border-left:4px solid "
    "var(--false)}\n"
    "code,pre{font:.88em/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,\"DejaVu Sans Mono\","
    "monospace}\n"
    ".command{max-width:60rem;margin:0 0 1rem;padding:.5rem "
    ".75rem;background:var(--box);border-radius:4px;"
    "white-space:pre-wrap}\n.command code{font-size:1em}.command "
    "span{display:inline-block;max-width:100%}\n"
    ".equations{margin:0 0 1.25rem;overflow-x:auto}.equations math{margin:.55rem 0;"
    "width:max-content;font-family:\"Latin Modern Math\",\"STIX Two Math\",\"Cambria "
    "Math\",math,serif}mover>mo{padding-bottom:.12em}mtext{white-space:pre}mtd{text-align:left;"
    "padding:.1em .6em .1em 0}\n";

/* The contents stand beside the page, and stay there; on a narrow screen they stand below it. */
static const char frame[] =
    ".bar{position:sticky;top:0;z-index:1;display:flex;justify-content:space-between;gap:1rem;"
    "padding:.55rem clamp(1rem,3vw,2rem);background:var(--page);border-bottom:1px solid "
    "var(--rule)}.bar a:first-child{font-weight:600;color:inherit;text-decoration:none}\n"
    ".frame{max-width:1400px;margin:0 auto;padding:0 clamp(1rem,3vw,2rem)}\n"
    "main{min-width:0;padding:1.75rem 0 4rem}article+article{margin-top:4rem}\n"
    "nav{padding:1rem 0 3rem;border-top:1px solid var(--rule);font-size:.92rem}"
    "nav p{margin:1rem 0 .3rem;color:var(--muted)}"
    "nav ul{list-style:none;padding:0;margin:0;columns:2 9rem}"
    "nav a[aria-current]{font-weight:600;color:inherit;text-decoration:none}\n"
    "@media (min-width:1100px){.frame{display:grid;grid-template-columns:13.5rem 1fr;gap:2.5rem}"
    ".to-contents{display:none}main{grid-column:2;grid-row:1}"
    "nav{grid-column:1;grid-row:1;align-self:start;position:sticky;top:2.8rem;border:0;"
    "max-height:calc(100vh - 2.8rem);overflow-y:auto;padding:1.25rem 0 2rem}nav ul{columns:1}}\n";

static const char tables[] =
    "table{max-width:100%;margin:0 0 1.5rem;border-collapse:collapse;font-size:.9rem;"
    "line-height:1.4}\n"
    "caption{text-align:left;color:var(--muted);padding-bottom:.5rem}\n"
    "th,td{padding:.35rem .9rem .35rem 0;text-align:left;vertical-align:top;font-weight:400;"
    "border-bottom:1px solid var(--rule)}\n"
    "tbody th{overflow-wrap:normal}\n"
    "thead th{font-weight:600;vertical-align:bottom;border-bottom:1px solid "
    "var(--muted);overflow-wrap:normal}\n"
    ".number{text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums}\n"
    ".badge{white-space:nowrap}.proved{color:var(--proved)}.enclosed{color:var(--enclosed)}"
    ".agreed{color:var(--agreed)}.tested{color:var(--tested)}.false{color:var(--false)}"
    ".other{color:var(--other)}\n"
    ".verdicts{display:flex;gap:2px;margin:0 0 .6rem;border-radius:4px;overflow:hidden}"
    ".verdicts .part{flex-basis:0;min-width:1.6rem;padding:.3rem .4rem;font-weight:600;"
    "color:var(--page)}.part.proved{background:var(--proved)}"
    ".part.enclosed{background:var(--enclosed)}.part.agreed{background:var(--agreed)}"
    ".part.tested{background:var(--tested)}.part.false{background:var(--false)}"
    ".part.other{background:var(--other)}\n"
    ".verdict-words{display:flex;flex-wrap:wrap;gap:.2rem 1.6rem;max-width:none;padding:0;"
    "list-style:none;font-size:.92rem}.verdict-words .badge{font-weight:600}\n"
    "@media (max-width:640px){.list thead{display:block;position:absolute;width:1px;height:1px;"
    "overflow:hidden;clip-path:inset(50%)}.list,.list caption,.list tbody,.list tr,.list td,.list "
    "tbody "
    "th{display:block}"
    ".list tr{padding:.5rem 0;border-bottom:1px solid var(--rule)}"
    ".list td,.list tbody th{border:0;padding:.1rem 0;text-align:left}"
    ".list tbody th{font-weight:600}.list td:empty{display:none}"
    ".list td::before{content:attr(data-title) \": \";color:var(--muted)}}\n";

static const char figures[] =
    "figure{margin:1.75rem 0 2.5rem}figure>h3,figure>h4{margin:0 0 .6rem}\n"
    ".panels{display:grid;gap:1.5rem 1.5rem;"
    "grid-template-columns:repeat(auto-fit,var(--column));"
    "max-width:calc(var(--columns)*(var(--most) + 1.5rem) - 1.5rem)}\n"
    ".normal{--column:minmax(min(100%,300px),1fr);--most:440px}"
    ".small{--column:minmax(min(100%,230px),1fr);--most:350px}"
    ".wide{--column:minmax(min(100%,680px),1fr);--most:900px}\n"
    ".panel{min-width:0;display:flex;flex-direction:column;justify-content:flex-start}\n"
    ".panel-title{font-weight:600;font-size:.95rem;line-height:1.35;margin:0 0 .25rem}\n"
    ".panel-note{margin:.2rem 0 0;font-size:.85rem;line-height:1.35;color:var(--muted)}\n"
    ".legend{display:flex;flex-wrap:wrap;gap:.2rem 1.4rem;list-style:none;padding:0;"
    "margin:0 0 .9rem;max-width:none;font-size:.9rem}\n"
    ".legend li{display:flex;align-items:center;gap:.5rem;margin:0;min-width:0}\n"
    ".swatch{flex:none}.plot{font-variant-numeric:tabular-nums}\n"
    ".witness{display:block;max-width:100%;height:auto;margin:0 0 .5rem}"
    ".witness text{font-size:12px;fill:currentColor}\n"
    "figcaption{margin-top:.9rem;font-size:.92rem;line-height:1.5;color:var(--muted)}\n"
    "figcaption p{margin:0 0 .6rem}figcaption .command{margin:0 0 .4rem;font-size:.9em}\n"
    /* A wide panel's text would be too small on a phone. */
    "@media (min-width:760px){.narrow{display:none}}@media (max-width:759.9px){.wide{display:none}}"
    "\n";

/* Paper has no links, and nothing to scroll. */
static const char print[] =
    "@media print{body{font-size:9.5pt}.bar,nav,.download{display:none}"
    ".frame{display:block;max-width:none;padding:0}"
    ".panel,tr,.command{break-inside:avoid}h2,h3,h4,.legend{break-after:avoid}}\n";

void page_style(FILE *out)
{
    fputs(colours, out);
    plot_inline_style(out);
    fputs(text, out);
    fputs(frame, out);
    fputs(tables, out);
    fputs(figures, out);
    fputs(print, out);
}
