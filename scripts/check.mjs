import { bootstrap } from './lib/bootstrap.mjs'
import { formatSeconds } from './lib/formatSeconds.mjs'
import { formatTable } from './lib/formatTable.mjs'
import { main } from './lib/main.mjs'

const help = `Usage: npm run check [-- <gate> …]

Runs all static checks on the whole tree, or those named.

  npm run check -- lint types   runs two; an unknown name prints the list`

await main(help, async () => {
  await bootstrap()
  // imported only now: the gates import packages
  const { selectGates } = await import('./gates/selectGates.mjs')
  const { runGates } = await import('./lib/runGates.mjs')

  const results = await runGates(selectGates(process.argv.slice(2)), 2, (text) => process.stdout.write(text))
  const rows = results.map(({ name, outcome, duration, about }) => [name, outcome, formatSeconds(duration), about])
  process.stdout.write(`\n${formatTable(rows)}\n`)
  return results.every(({ outcome }) => outcome === 'ok')
})
