import type { PolicyEntry } from './policyEntry.js'

/** What every page with a modal has, however that is configured. */
export const fixedEntries: readonly PolicyEntry[] = [
  { directive: 'default-src', source: "'none'", reason: 'refuses what no other directive allows' },
  { directive: 'script-src', source: "'self'", reason: 'the modal, whose parts are loaded when they are needed' },
  { directive: 'style-src', source: "'self'", reason: 'styles.css, for the buttons' },
  {
    directive: 'img-src',
    source: 'data:',
    reason: 'marks of wallets, as these announce themselves or the list has them',
  },
  { directive: 'base-uri', source: "'none'", reason: 'refuses that an injected tag sends links and scripts elsewhere' },
  { directive: 'form-action', source: "'none'", reason: 'refuses that an injected form sends away what is typed' },
  {
    directive: 'frame-ancestors',
    source: "'none'",
    reason: 'refuses that another site shows the page and guides presses',
  },
  { directive: 'require-trusted-types-for', source: "'script'", reason: 'refuses that text becomes HTML or script' },
  { directive: 'trusted-types', source: "'none'", reason: 'refuses that anything declares its own HTML to be trusted' },
]
