export const style = `:root {
  color-scheme: light dark;
  --ground: light-dark(#fdfaf5, #16130f);
  --panel: light-dark(#fff, #211d18);
  --tint: light-dark(#fbeee4, #33261c);
  --line: light-dark(#e5e0d8, #3d362e);
  --field: light-dark(#857a6d, #978b7d);
  --ink: light-dark(#16181d, #f3eee7);
  --quiet: light-dark(#5b6170, #b9b0a4);
  --accent: light-dark(#8a3b10, #eb9a6a);
  --on-accent: light-dark(#fff, #2a1206);
  --good: light-dark(#14713d, #79d79e);
  --bad: light-dark(#a3241c, #ff9d94);
  --warm: light-dark(#7a5200, #f0c366);
  --strip: light-dark(#f8f0de, #2e2818);
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 1rem/1.55 system-ui, "Segoe UI", "SF Arabic", "Geeza Pro", "Noto Sans Arabic", Tahoma, "DejaVu Sans", sans-serif; }
:lang(ar) { line-height: 1.75; }
a { color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
h1 { margin: 0; font-size: 1.6rem; line-height: 1.25; }
h2 { margin: 0 0 .75rem; font-size: 1.1rem; }
.quiet, small { color: var(--quiet); }
.skip { position: absolute; inset-block-start: -9rem; }
.skip:focus { inset: .5rem auto auto .5rem; padding: .75rem; background: var(--panel); }
.strip { display: flex; flex-wrap: wrap; gap: .25rem 1rem; justify-content: space-between; align-items: center; padding: 0 1rem; background: var(--strip); font-size: .875rem; }
.strip p { margin: .5rem 0; }
.strip a, nav a, p > a, td a { display: inline-grid; align-content: center; min-inline-size: 44px; min-block-size: 44px; }
.strip a { color: inherit; font-weight: 600; }
header, main { max-inline-size: 68rem; margin-inline: auto; padding-inline: 1rem; }
header { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: center; gap: .5rem; padding-block: .6rem; }
.brand { display: flex; min-block-size: 44px; align-items: center; gap: .75rem; color: inherit; font-weight: 700; text-decoration: none; }
.logo { display: grid; place-items: center; inline-size: 44px; block-size: 44px; border-radius: .75rem; background: linear-gradient(135deg, #d5824e, #8a3b10); }
.logo svg { inline-size: 22px; fill: none; stroke: #fff; stroke-width: 1.8; }
nav { display: flex; gap: 1rem; }
nav a { justify-content: center; color: var(--quiet); font-weight: 600; text-decoration: none; border-block-end: 2px solid transparent; }
nav a[aria-current] { color: inherit; border-color: var(--accent); }
main { padding-block: 1rem 4rem; }
.panel { padding: 1.5rem; background: var(--panel); border: 1px solid var(--line); border-radius: 1.25rem; }
.narrow { max-inline-size: 38rem; margin-inline: auto; }
.columns { display: grid; gap: 1.25rem; grid-template-columns: repeat(auto-fit, minmax(min(24rem, 100%), 1fr)); align-items: start; }
.product { display: grid; gap: 2rem; grid-template-columns: repeat(auto-fit, minmax(min(18rem, 100%), 1fr)); align-items: center; }
.picture { display: grid; place-items: center; background: #ecd2bb; border-radius: 1rem; }
.picture .cup { inline-size: min(18rem, 80%); padding-block: 1rem; }
.price { font-size: 1.4rem; font-weight: 700; }
.goods { display: grid; grid-template-columns: auto 1fr auto; gap: 1rem; align-items: center; margin-block: 1rem; padding: .75rem; background: var(--tint); border-radius: .75rem; }
.goods h1 { font-size: 1.15rem; }
.panel > .goods:first-child { margin-block-start: 0; }
.goods .cup { inline-size: 56px; padding: 0; }
.goods .picture { border-radius: .5rem; }
.button { display: grid; place-items: center; inline-size: 100%; min-block-size: 48px; margin-block-start: 1rem; padding: .5rem 1rem; border: 0; border-radius: .75rem; background: var(--accent); color: var(--on-accent); font: inherit; font-weight: 700; text-decoration: none; cursor: pointer; }
fieldset { min-inline-size: 0; margin: 1rem 0 0; padding: 0; border: 0; }
legend { padding: 0; margin-block-end: .5rem; font-weight: 700; }
.choice { display: flex; align-items: center; gap: .75rem; min-block-size: 56px; margin-block-end: .5rem; padding: .5rem 1rem; border: 1px solid var(--line); border-radius: .75rem; cursor: pointer; }
.choice:has(:checked) { border-color: var(--accent); background: var(--tint); }
.choice input { inline-size: 20px; block-size: 20px; margin: 0; accent-color: var(--accent); flex: none; }
.choice small { display: block; }
.choice .amount { margin-inline-start: auto; font-weight: 600; white-space: nowrap; }
label:not(.choice) { display: block; margin-block-start: .75rem; font-weight: 600; }
label > input:not([type]) { display: block; inline-size: 100%; min-block-size: 48px; margin-block-start: .25rem; padding: .5rem .75rem; border: 1px solid var(--field); border-radius: .6rem; background: var(--panel); color: inherit; font: inherit; font-weight: 400; }
form:has(.choice :checked:not(.birth_year)) .birth-year, form:has(.choice :checked:not(.mobile_number)) .details { display: none; }
.problem { padding: .75rem 1rem; border: 1px solid var(--bad); border-radius: .6rem; color: var(--bad); }
.standing { display: flex; align-items: center; gap: 1rem; }
.standing p { margin: 0; }
.mark { display: grid; place-items: center; flex: none; inline-size: 3rem; block-size: 3rem; border-radius: 50%; background: var(--warm); color: var(--panel); font-size: 1.5rem; font-weight: 700; }
.mark::before { content: "…"; line-height: 1; }
.paid .mark { background: var(--good); }
.paid .mark::before { content: "✓"; }
.canceled .mark, .failed .mark { background: var(--quiet); }
.canceled .mark::before, .failed .mark::before { content: "×"; }
dl { margin: 0; }
dl div { display: flex; flex-wrap: wrap; justify-content: space-between; gap: .25rem 1rem; padding-block: .6rem; border-block-end: 1px solid var(--line); }
dt { color: var(--quiet); }
dd { margin: 0; font-weight: 600; overflow-wrap: anywhere; }
.arrivals { margin: 0; padding: 0; list-style: none; counter-reset: arrival; }
.arrivals li { padding: .75rem 1rem; border-inline-start: 4px solid var(--good); background: light-dark(#f4f6f9, #292520); border-radius: .5rem; }
.arrivals li + li { margin-block-start: .75rem; }
.arrivals li.invalid { border-color: var(--bad); }
.arrivals li > b::before { counter-increment: arrival; content: counter(arrival) ". "; }
.arrivals p { margin: .25rem 0; }
.signature { font-weight: 700; color: var(--good); }
.signature::before { content: "✓ "; }
.invalid .signature { color: var(--bad); }
.invalid .signature::before { content: "× "; }
code { display: block; font-size: .8125rem; overflow-wrap: anywhere; text-align: left; color: var(--quiet); }
.scroll { overflow-x: auto; }
table { inline-size: 100%; margin-block-start: 1rem; border-collapse: collapse; }
th, td { padding: .6rem .75rem; text-align: start; border-block-end: 1px solid var(--line); white-space: nowrap; }
th { color: var(--quiet); font-size: .875rem; }
.pill { padding: .15rem .6rem; border: 1px solid; border-radius: 1rem; color: var(--warm); font-size: .875rem; font-weight: 700; }
.pill.paid { color: var(--good); }
.pill.canceled, .pill.failed { color: var(--quiet); }
`;
