import { createHash } from 'node:crypto'
import { toDeclaredLicence } from '../licences.mjs'

/** @typedef {import('./readTree.mjs').Part} Part */

/**
 * Creates the bill of materials of a package, in CycloneDX 1.6 (ECMA-424). Reproducible: it has no timestamps and no
 * random numbers.
 *
 * @param {readonly [Part, ...Part[]]} tree the package itself first
 * @param {ReadonlyMap<string, string>} integrities base64 of SHA-512 by `name@version`
 */
export function createBom([own, ...others], integrities) {
  const parts = [...others].sort((a, b) => (toPurl(a) < toPurl(b) ? -1 : 1))
  const references = new Map([own, ...parts].map((part) => [toKey(part), toPurl(part)]))
  const content = {
    metadata: { component: toComponent(own, undefined) },
    components: parts.map((part) => toComponent(part, integrities.get(toKey(part)))),
    dependencies: [own, ...parts].map((part) => ({
      ref: toPurl(part),
      dependsOn: part.needs.map((key) => references.get(key)),
    })),
  }
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: toSerialNumber(JSON.stringify(content)),
    version: 1,
    ...content,
  }
}

/**
 * @param {Part} part
 * @param {string | undefined} integrity
 */
function toComponent(part, integrity) {
  const { name, version, description } = part
  const [, scope, bare] = /^(?:(@[^/]+)\/)?(.+)$/.exec(name) ?? []
  return {
    type: 'library',
    'bom-ref': toPurl(part),
    ...(scope !== undefined && { group: scope }),
    name: bare,
    version,
    ...(description !== undefined && { description }),
    ...(integrity !== undefined && {
      hashes: [{ alg: 'SHA-512', content: Buffer.from(integrity, 'base64').toString('hex') }],
    }),
    licenses: [toLicence(toDeclaredLicence(part))],
    purl: toPurl(part),
  }
}

/** @param {string} licence */
function toLicence(licence) {
  if (/\s(OR|AND|WITH)\s/i.test(licence)) return { expression: licence }
  // an identifier has no spaces; anything else is a custom name
  return { license: /\s/.test(licence) ? { name: licence } : { id: licence } }
}

/** @param {Pick<Part, 'name' | 'version'>} part */
const toKey = ({ name, version }) => `${name}@${version}`

/**
 * @param {Pick<Part, 'name' | 'version'>} part
 * @returns {string} such as `pkg:npm/%40noble/curves@2.4.0`
 */
const toPurl = ({ name, version }) => `pkg:npm/${name.replace('@', '%40')}@${version}`

/**
 * Derives a UUID from a text (RFC 9562, version 8).
 *
 * @param {string} text
 */
function toSerialNumber(text) {
  const hex = createHash('sha256').update(text).digest('hex')
  const variant = ((Number.parseInt(hex.slice(16, 17), 16) & 3) | 8).toString(16)
  const uuid = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ]
  return `urn:uuid:${uuid.join('-')}`
}
