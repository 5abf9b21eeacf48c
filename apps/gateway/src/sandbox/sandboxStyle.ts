/** Of the sandbox's pages. */
export const sandboxStyle = `:root { color-scheme: light dark; --ink: light-dark(#16181d, #f2f3f5); --paper: light-dark(#ffffff, #16181d);
  --line: light-dark(#d5d8de, #3a3e47); --quiet: light-dark(#555b66, #a9afba); --accent: #3355dd; --fault: light-dark(#b3261e, #ff8a80); }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main { max-inline-size: 28rem; margin-inline: auto; padding: 2rem 1.25rem; }
h1 { font-size: 1.5rem; margin-block: 0.5rem; }
.note { color: var(--quiet); font-size: 0.875rem; }
dl { display: grid; grid-template-columns: auto 1fr; gap: 0.5rem 1rem; padding-block: 1rem; border-block: 1px solid var(--line); }
dt { color: var(--quiet); }
dd { margin: 0; text-align: end; overflow-wrap: anywhere; }
code { overflow-wrap: anywhere; }
label { display: block; margin-block: 1rem 0.25rem; }
input { inline-size: 100%; padding: 0.75rem; font: inherit; color: inherit; background: transparent; border: 1px solid var(--line); border-radius: 0.75rem; }
button { inline-size: 100%; padding: 0.875rem; font: inherit; font-weight: 600; color: #fff; background: var(--accent); border: 0; border-radius: 0.75rem; cursor: pointer; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
[role='alert'] { color: var(--fault); }
`
