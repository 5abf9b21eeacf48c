import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bootstrap } from './lib/bootstrap.mjs'
import { listPackages } from './lib/listPackages.mjs'
import { main } from './lib/main.mjs'
import { root } from './lib/root.mjs'
import { createBom } from './lib/sbom/createBom.mjs'
import { parseIntegrities } from './lib/sbom/parseIntegrities.mjs'
import { readTree } from './lib/sbom/readTree.mjs'

const help = `Usage: npm run sbom

Writes a bill of materials (CycloneDX) of each published package to .reports/sbom.`

await main(help, async () => {
  await bootstrap()
  const folder = join(root, '.reports/sbom')
  mkdirSync(folder, { recursive: true })
  const integrities = parseIntegrities(readFileSync(join(root, 'pnpm-lock.yaml'), 'utf8'))
  for (const { name, folder: path } of listPackages(root)) {
    const bom = createBom(readTree(join(root, path)), integrities)
    const file = `${name.replace('@', '').replace('/', '-')}.cdx.json`
    writeFileSync(join(folder, file), `${JSON.stringify(bom, null, 2)}\n`)
    process.stdout.write(`${file}: ${bom.components.length} components\n`)
  }
  return true
})
