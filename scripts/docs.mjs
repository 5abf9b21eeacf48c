import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { bootstrap } from './lib/bootstrap.mjs'
import { main } from './lib/main.mjs'
import { root } from './lib/root.mjs'

const help = `Usage: npm run docs [-- --build [folder]]

Serves the guides on a free local port, until Ctrl-C.

  --build [folder]   writes them to a folder instead; default: dist/docs`

await main(help, async () => {
  await bootstrap()
  // imported only now: they import packages
  const { buildSite } = await import('./lib/docs/site/buildSite.mjs')
  const { serveSite } = await import('./lib/docs/site/serveSite.mjs')
  const [option, target = 'dist/docs'] = process.argv.slice(2)
  if (option === '--build') {
    const folder = resolve(root, target)
    process.stdout.write(`${buildSite({ root, folder }).length} pages in ${folder}\n`)
    return true
  }
  if (option !== undefined) throw new Error(`Unknown option: ${option}. Use --build, or no option.`)
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-docs-'))
  buildSite({ root, folder })
  const { url, stop } = await serveSite({ folder })
  process.stdout.write(`Guides: ${url}\n`)
  await new Promise((done) => {
    for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, done)
  })
  await stop()
  rmSync(folder, { recursive: true, force: true })
  return true
})
