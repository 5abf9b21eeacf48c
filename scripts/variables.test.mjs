import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { consoleConfig } from '../apps/console/src/environment.js'
import { gatewayConfig } from '../apps/gateway/src/environment.js'
import { relayConfig } from '../apps/relay/src/config.js'
import { custodyConfig, holderConfig, keyHostConfig, siteConfig } from '../apps/vault/src/settings/variables.js'
import { listVariables } from '../packages/server-kit/src/config.js'
import { formatMarkdownTable } from './lib/formatMarkdownTable.mjs'
import { root } from './lib/root.mjs'

/** The READMEs, with the programs whose variables they list. */
const readmes = {
  console: { console: consoleConfig },
  gateway: { gateway: gatewayConfig },
  relay: { relay: relayConfig },
  vault: { site: siteConfig, custody: custodyConfig, keyHost: keyHostConfig, holder: holderConfig },
}

/**
 * @param {string} text
 * @param {readonly [string, import('../packages/server-kit/src/config.js').ConfigDefinition]} program
 */
function writeTable(text, [name, definition]) {
  const marked = new RegExp(`(<!-- variables of ${name}: [^\n]* -->\n\n)[\\s\\S]*?(<!-- /variables -->)`)
  expect(text).toMatch(marked)
  const table = formatMarkdownTable([['Variable', 'Meaning', 'Default'], ...listVariables(definition)])
  return text.replace(marked, (_, before, after) => `${before}${table}\n\n${after}`)
}

// `npx vitest run scripts/variables -u` writes the tables
test.each(Object.entries(readmes))(
  'the README of %s lists the variables that its programs read',
  async (app, programs) => {
    const file = join(root, 'apps', app, 'README.md')
    const text = Object.entries(programs).reduce(writeTable, readFileSync(file, 'utf8'))
    await expect(text).toMatchFileSnapshot(file)
  },
)
