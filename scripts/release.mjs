import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bootstrap } from './lib/bootstrap.mjs'
import { listPackages } from './lib/listPackages.mjs'
import { main } from './lib/main.mjs'
import { packRelease } from './lib/packRelease.mjs'
import { root } from './lib/root.mjs'

const help = `Usage: node scripts/release.mjs

Packs the built packages into .reports/release. Only for the workflow "release", whose machine
attests their provenance.`

// The tarballs get the program that publishes them: the job with the permission to publish runs only that folder, and no
// dependency's code.
await main(help, async () => {
  await bootstrap()
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository } = process.env
  if (!server || !repository) {
    throw new Error('Packages are published by the workflow "release", which attests their provenance. Run it there.')
  }
  const target = join(root, '.reports/release')
  rmSync(target, { recursive: true, force: true })
  mkdirSync(target, { recursive: true })
  const packages = []
  for (const { folder } of listPackages(root)) {
    packages.push(await packRelease({ root, folder, target, url: `${server}/${repository}` }))
  }
  writeFileSync(join(target, 'release.json'), `${JSON.stringify({ packages }, null, 2)}\n`)
  copyFileSync(join(root, 'scripts/publish.mjs'), join(target, 'publish.mjs'))
  return true
})
