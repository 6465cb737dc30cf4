/** The style of the page, which needs no other file. */
export const comparisonStyle = `
:root { color-scheme: light dark; --ink: light-dark(#18202e, #e9ecf2); --quiet: light-dark(#566073, #a5aec0);
  --page: light-dark(#f5f6f8, #0f131a); --surface: light-dark(#fff, #181d27); --line: light-dark(#e0e4ea, #2b3240);
  --good: light-dark(#11693b, #6fd79c); --bad: light-dark(#b3261e, #ff9d94); --warn: light-dark(#7a4b00, #f4c166); }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1.5rem 1rem 3rem; max-width: 60rem; background: var(--page); color: var(--ink);
  font: 1rem/1.5 system-ui, "Segoe UI", sans-serif; overflow-wrap: anywhere; }
h1 { margin: 0 0 .25rem; font-size: 1.6rem; line-height: 1.2; }
h2 { margin: 0 0 .5rem; font-size: 1.15rem; }
h3 { margin: 0; font-size: 1rem; font-weight: 600; }
p { margin: 0; }
section { margin-top: 1.25rem; padding: 1rem 1.25rem; background: var(--surface); border: 1px solid var(--line);
  border-radius: .75rem; }
code, pre { font: .875rem/1.5 ui-monospace, Menlo, Consolas, monospace; }
h3 code, .quiet { color: var(--quiet); font-weight: 400; }
pre { margin: 0; padding: .75rem; overflow-x: auto; border: 1px solid var(--line); border-radius: .5rem; }
article { padding: .75rem 0; border-top: 1px solid var(--line); }
dl { display: grid; grid-template-columns: 6rem minmax(0, 1fr); gap: .15rem .75rem; margin: .25rem 0 0; }
dt { color: var(--quiet); }
dd { margin: 0; }
ul { margin: .25rem 0 0; padding: 0 0 0 1.25rem; }
.counts { display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; margin-top: .75rem; font-weight: 600; }
.confirmed { color: var(--good); }
.contradicted { color: var(--bad); }
.undecided { color: var(--warn); }
table { width: 100%; border-collapse: collapse; }
th, td { padding: .4rem .5rem .4rem 0; border-top: 1px solid var(--line); text-align: start; vertical-align: top; }
td.number, th.number { text-align: end; white-space: nowrap; font-variant-numeric: tabular-nums; }
`;
