import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { bootstrap } from './lib/bootstrap.mjs'
import { main } from './lib/main.mjs'
import { root } from './lib/root.mjs'
import { run } from './lib/run.mjs'

const help = `Usage: npm run docs [-- --port <port> | --build [folder] [--base <path>]]

Builds the guides and the API reference, and serves them on this machine until Ctrl-C.

  --port <port>      serves them on this port; default: a free one
  --build [folder]   writes them to a folder instead; default: dist/docs
  --base <path>      the path that a host serves them under, such as /docs/; default: /`

await main(help, async () => {
  const { folder: target, base, port } = parseArguments(process.argv.slice(2))
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
  const { serveSite } = await import('./lib/docs/site/serveSite.mjs')
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-docs-'))
  await buildSite({ folder })
  const { url, stop } = await serveSite({ folder, port })
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
 * @returns {{ folder: string | undefined, base: string, port: number }} without a folder, the pages are served; port 0 is a
 *   free one
 */
function parseArguments(words) {
  const defaults = { folder: undefined, base: '/', port: 0 }
  if (words.length === 0) return defaults
  const [option, ...rest] = words
  if (option === '--port' && rest.length === 1 && /^\d+$/.test(rest[0] ?? ''))
    return { ...defaults, port: Number(rest[0]) }
  const folder = rest[0]?.startsWith('--') ? undefined : rest.shift()
  const [flag, base = '/', ...further] = rest
  if (option !== '--build' || (flag !== undefined && (flag !== '--base' || rest.length < 2)) || further.length > 0)
    throw new Error(`Unknown option: ${words.join(' ')}. Use --help.`)
  return { ...defaults, folder: folder ?? 'dist/docs', base }
}
