import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { bootstrap } from './lib/bootstrap.mjs'
import { apps, bundleApp } from './lib/bundleApp.mjs'
import { main } from './lib/main.mjs'
import { root } from './lib/root.mjs'
import { run } from './lib/run.mjs'

const names = Object.keys(apps)

const help = `Usage: npm run bundle [-- <app> …]

Builds apps and writes each with all that it needs to deploy/dist/<app>, where Node alone runs it. By default all: ${names.join(', ')}.`

await main(help, async () => {
  const chosen = process.argv.slice(2).length > 0 ? process.argv.slice(2) : names
  const unknown = chosen.filter((name) => !names.includes(name))
  if (unknown.length > 0) throw new Error(`Unknown app: ${unknown.join(', ')}. There are ${names.join(', ')}.`)
  await bootstrap()
  if (!(await buildApps(new Set(chosen.map((name) => String(apps[name]?.folder)))))) return false
  for (const name of chosen) {
    const { files, packages } = await bundleApp(name, join(root, 'deploy/dist', name))
    process.stdout.write(`deploy/dist/${name}: ${files} files with ${packages} packages\n`)
  }
  return true
})

/**
 * Builds apps with what they need.
 *
 * @param {ReadonlySet<string>} folders
 */
async function buildApps(folders) {
  // turbo asks git what has changed; without a repository, as in an image, it takes longer than all builds together
  const [tool, ...words] = existsSync(join(root, '.git'))
    ? ['turbo', 'run', 'build', '--output-logs=errors-only', ...[...folders].map((folder) => `--filter=./${folder}`)]
    : ['pnpm', ...[...folders].map((folder) => `--filter=./${folder}...`), 'run', 'build']
  return (await run(tool ?? '', words)).code === 0
}
