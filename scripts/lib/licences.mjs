import { isAllowedLicence } from './isAllowedLicence.mjs'

/** @typedef {{ name: string, version: string, licence: string }} Dependency */
/** @typedef {{ licence: string, reason: string }} Exception */

/** Approved by the OSI, or equivalent for data and the public domain. */
const allowed = [
  'MIT',
  'MIT-0',
  'ISC',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'OFL-1.1',
  '0BSD',
  'BlueOak-1.0.0',
  'MPL-2.0',
  'CC0-1.0',
  'CC-BY-4.0',
  'Python-2.0',
  'Unlicense',
  'Zlib',
]
const isAllowedId = (/** @type {string} */ id) =>
  allowed.includes(id) || /^LGPL-(2\.0|2\.1|3\.0)(-only|-or-later|\+)?$/.test(id)

/** Safe's modules. */
const ofSafe = {
  licence: 'GPL-3.0',
  reason:
    'open source, but not for what is shipped: the compiled contracts of Safe are put on the local chains of development, and no package of ours contains them or depends on them',
}

/** Uniswap's packages, all alike. */
const onDevelopmentChains = {
  licence: 'GPL-3.0-or-later',
  reason: 'contracts that only the development chain runs; never shipped',
}

/**
 * Packages whose package.json names no licence, or not by its SPDX id; each was looked up in the package. Also packages
 * under another licence that are only used in development.
 *
 * @type {Readonly<Record<string, Exception>>}
 */
const exceptions = {
  'eyes@0.1.8': { licence: 'MIT', reason: 'the LICENSE file says MIT; package.json lacks the field' },
  'spawndamnit@3.0.1': { licence: 'MIT', reason: 'the LICENSE file says MIT; package.json points to it' },
  'speakingurl@14.0.1': {
    licence: 'BSD',
    reason: 'BSD-3-Clause, by its LICENSE file; an old field of package.json says BSD',
  },
  '@safe-global/safe-4337@0.3.0': ofSafe,
  '@safe-global/safe-passkey@0.2.0': ofSafe,
  '@uniswap/lib@1.1.1': onDevelopmentChains,
  '@uniswap/v2-core@1.0.0': onDevelopmentChains,
  '@uniswap/v2-periphery@1.1.0-beta.0': onDevelopmentChains,
  'text-encoding-utf-8@1.0.2': {
    licence: 'Unlicense',
    reason: 'LICENSE.md puts it in the public domain by the Unlicense',
  },
}

/** The last versions under Apache-2.0; later ones carry commercial terms. */
const relayPackages = /^@walletconnect\/(core|sign-client|universal-provider|types|utils)$/
const lastOpenRelay = '2.21.8'
const lastOpenWalletKit = '1.2.10'

/**
 * @param {Dependency} dependency
 * @returns {string | null} why it is refused
 */
export function findLicenceError({ name, version, licence }) {
  if (/^@reown\/appkit/.test(name)) return 'is not open source since August 2025; it must not be used here'
  if (relayPackages.test(name) && version !== lastOpenRelay) return `is open source at ${lastOpenRelay} only; pin it`
  if (name === '@reown/walletkit' && version !== lastOpenWalletKit) {
    return `is open source at ${lastOpenWalletKit} only; pin it`
  }
  // looked up for this version and licence: a change has to be looked up again
  if (exceptions[`${name}@${version}`]?.licence === licence) return null
  if (isAllowedLicence(toDeclaredLicence({ name, version, licence }), isAllowedId)) return null
  return `has the licence "${licence}", which is not on the list of open-source licences; use another package, or add an exception with a reason`
}

/**
 * Returns the licence of a package; if it names none itself, the one that was looked up.
 *
 * @param {Dependency} dependency
 * @returns {string}
 */
export function toDeclaredLicence({ name, version, licence }) {
  if (!/^(unknown|see license in .*)$/i.test(licence)) return licence
  return exceptions[`${name}@${version}`]?.licence ?? licence
}

/**
 * @param {unknown} listing what `pnpm licenses list --json` prints: licence → packages
 * @returns {Dependency[]}
 */
export function parseLicences(listing) {
  const groups = /** @type {Record<string, { name: string, versions: string[] }[]>} */ (listing)
  return Object.entries(groups).flatMap(([licence, packages]) =>
    packages.flatMap(({ name, versions }) => versions.map((version) => ({ name, version, licence }))),
  )
}
