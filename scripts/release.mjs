import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bootstrap } from './lib/bootstrap.mjs'
import { listPackages } from './lib/listPackages.mjs'
import { main } from './lib/main.mjs'
import { root } from './lib/root.mjs'
import { run } from './lib/run.mjs'
import { toReleaseManifest } from './lib/toReleaseManifest.mjs'

// Publishes the built packages whose versions are new, from the workflow `release` only: provenance is a statement of
// the machine that runs it.
await main(async () => {
  await bootstrap()
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository } = process.env
  if (!server || !repository) {
    throw new Error(
      'Packages are published by the workflow "release", which proves where they come from. Run it there.',
    )
  }
  for (const { folder } of listPackages(root)) {
    const file = join(root, folder, 'package.json')
    const manifest = toReleaseManifest(JSON.parse(readFileSync(file, 'utf8')), {
      url: `${server}/${repository}`,
      folder,
    })
    writeFileSync(file, `${JSON.stringify(manifest, null, 2)}\n`)
  }
  return (await run('changeset', ['publish'])).code === 0
})
