import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Spec, Validation } from '@cyclonedx/cyclonedx-library'
import { describe, expect, it } from 'vitest'
import { listPackages } from '../listPackages.mjs'
import { root } from '../root.mjs'
import { createBom } from './createBom.mjs'
import { parseIntegrities } from './parseIntegrities.mjs'
import { readTree } from './readTree.mjs'

const validator = new Validation.JsonStrictValidator(Spec.Version.v1dot6)
const integrities = parseIntegrities(readFileSync(join(root, 'pnpm-lock.yaml'), 'utf8'))

/** @type {(name: string, version: string, needs?: readonly string[]) => import('./readTree.mjs').Part} */
const toPart = (name, version, needs = []) => ({
  name,
  version,
  licence: 'MIT',
  description: undefined,
  folder: '',
  needs,
})

describe('the bill of materials', () => {
  it.each(listPackages(root))(
    'of $name is valid CycloneDX, and has a checksum for every component',
    async ({ folder }) => {
      const bom = createBom(readTree(join(root, folder)), integrities)
      expect(await validator.validate(JSON.stringify(bom))).toBeNull()
      expect(bom.components.filter((component) => !('hashes' in component))).toEqual([])
      const known = [bom.metadata.component, ...bom.components].map((component) => component['bom-ref'])
      expect(bom.dependencies.map(({ ref }) => ref)).toEqual(known)
      expect(
        bom.dependencies.flatMap(({ dependsOn }) => dependsOn).filter((ref) => !known.includes(String(ref))),
      ).toEqual([])
    },
  )

  it('is rejected by the validator if it is invalid', async () => {
    const bom = createBom([toPart('a', '1.0.0')], new Map())
    expect(await validator.validate(JSON.stringify({ ...bom, components: [{ name: 'b' }] }))).not.toBeNull()
  })

  it('is the same for the same components in any order', () => {
    const own = toPart('@x/own', '1.0.0', ['a@1.0.0', 'b@2.0.0'])
    const [a, b] = [toPart('a', '1.0.0'), toPart('b', '2.0.0')]
    const bom = createBom([own, a, b], new Map())
    expect(createBom([own, b, a], new Map())).toEqual(bom)
    expect(createBom([own, a], new Map()).serialNumber).not.toBe(bom.serialNumber)
    expect(bom.dependencies[0]).toEqual({
      ref: 'pkg:npm/%40x/own@1.0.0',
      dependsOn: ['pkg:npm/a@1.0.0', 'pkg:npm/b@2.0.0'],
    })
  })
})

describe('the checksums of a lockfile', () => {
  it('are those of the packages, not of their snapshots with peers', () => {
    const text = `packages:

  '@x/a@1.0.0':
    resolution: {integrity: sha512-AAA+/w==}
    engines: {node: '>=20'}

  b@2.0.0-rc.1:
    resolution: {integrity: sha512-BBB=}

snapshots:

  '@x/a@1.0.0(b@2.0.0-rc.1)':
    dependencies:
      b: 2.0.0-rc.1
`
    expect([...parseIntegrities(text)]).toEqual([
      ['@x/a@1.0.0', 'AAA+/w=='],
      ['b@2.0.0-rc.1', 'BBB='],
    ])
  })
})
