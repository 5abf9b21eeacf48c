import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { bootstrap } from './lib/bootstrap.mjs'
import { main } from './lib/main.mjs'
import { root } from './lib/root.mjs'
import { run } from './lib/run.mjs'

const help = `Usage: npm run docs [-- --port <port> | --build [folder]]

Builds the guides and the API reference, and serves them on a free local port until Ctrl-C.

  --port <port>      serves them on this port
  --build [folder]   writes them to a folder instead; default: dist/docs`

await main(help, async () => {
  const { folder: target, base } = parseArguments(process.argv.slice(2))
  await bootstrap()
  // imported only now: it runs installed programs
  const { buildSite } = await import('./lib/docs/site/buildSite.mjs')
  // the live modal of the first page is bundled from the built packages
  const build = await run('turbo', ['run', 'build', '--filter=@latchkey/docs^...', '--output-logs=errors-only'])
  if (build.code !== 0) return false
  if (target !== undefined) {
    const folder = resolve(root, target)
    process.stdout.write(`${(await buildSite({ folder, base })).length} pages in ${folder}\n`)
    return true
  }
  if (option !== undefined && option !== '--port')
    throw new Error(`Unknown option: ${option}. Use --port, --build, or no option.`)
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-docs-'))
  buildSite({ root, folder })
  const { url, stop } = await serveSite({ folder, port: option === '--port' ? Number(target) : 0 })
  process.stdout.write(`Guides: ${url}\n`)
  await new Promise((done) => {
    for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, done)
  })
  await stop()
  rmSync(folder, { recursive: true, force: true })
  return true
})

/**
 * @param {readonly string[]} words
 * @returns {{ folder: string | undefined, base: string }} without a folder, the pages are served
 */
function parseArguments(words) {
  if (words.length === 0) return { folder: undefined, base: '/' }
  const [option, ...rest] = words
  const folder = rest[0]?.startsWith('--') ? undefined : rest.shift()
  const [flag, base = '/', ...further] = rest
  if (option !== '--build' || (flag !== undefined && (flag !== '--base' || rest.length < 2)) || further.length > 0)
    throw new Error(`Unknown option: ${words.join(' ')}. Use --help.`)
  return { folder: folder ?? 'dist/docs', base }
}
