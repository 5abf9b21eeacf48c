import { readAppKit, rewriteAppKit } from './kits/appkit/rewriteAppKit.js'
import { readConnectKit, rewriteConnectKit } from './kits/connectkit/rewriteConnectKit.js'
import { readDynamic, rewriteDynamic } from './kits/dynamic/rewriteDynamic.js'
import { readMagic, rewriteMagic } from './kits/magic/rewriteMagic.js'
import { readPorto, rewritePorto } from './kits/porto/rewritePorto.js'
import { readPrivy, rewritePrivy } from './kits/privy/rewritePrivy.js'
import { readRainbowKit, rewriteRainbowKit } from './kits/rainbowkit/rewriteRainbowKit.js'
import { toModalName } from './kits/shared/modalOptions.js'
import { readSolana, rewriteSolana } from './kits/solana-wallet-adapter/rewriteSolana.js'
import { readThirdweb, rewriteThirdweb } from './kits/thirdweb/rewriteThirdweb.js'
import { rewriteWagmi3 } from './kits/wagmi/rewriteWagmi3.js'
import { readWeb3Auth, rewriteWeb3Auth } from './kits/web3auth/rewriteWeb3Auth.js'
import { type Facts, joinFacts, type Project } from './project.js'
import { createSource, type Note, type Source } from './source/createSource.js'
import { removeUnused } from './source/removeUnused.js'

/** Kits that the codemod migrates from; `wagmi-3` only updates wagmi 2. */
export const kits = [
  'appkit',
  'rainbowkit',
  'connectkit',
  'solana-wallet-adapter',
  'thirdweb',
  'privy',
  'dynamic',
  'web3auth',
  'magic',
  'porto',
  'wagmi-3',
] as const

export type Kit = (typeof kits)[number]

export function isKit(text: string): text is Kit {
  return kits.some((kit) => kit === text)
}

export type Transformed = {
  readonly text: string
  /** Remaining work for the developer; each note is also a `TODO(latchkey)` comment in the text. */
  readonly notes: readonly Note[]
}

type Migration = {
  readonly rewrite: (source: Source, project: Project) => void
  /** Reads the facts that other files of the app need. */
  readonly read?: (source: Source) => Facts
}

const migrations: { readonly [kit in Kit]: Migration } = {
  appkit: { read: readAppKit, rewrite: rewriteAppKit },
  rainbowkit: { read: readRainbowKit, rewrite: rewriteRainbowKit },
  connectkit: { read: readConnectKit, rewrite: rewriteConnectKit },
  'solana-wallet-adapter': { read: readSolana, rewrite: rewriteSolana },
  thirdweb: { read: readThirdweb, rewrite: rewriteThirdweb },
  privy: { read: readPrivy, rewrite: rewritePrivy },
  dynamic: { read: readDynamic, rewrite: rewriteDynamic },
  web3auth: { read: readWeb3Auth, rewrite: rewriteWeb3Auth },
  magic: { read: readMagic, rewrite: rewriteMagic },
  porto: { read: readPorto, rewrite: rewritePorto },
  'wagmi-3': { rewrite: rewriteWagmi3 },
}

const noFacts: Facts = { rank: 0, options: [] }

/** A source file of the app; `path` is absolute, or relative to the same folder as those of the others. */
export type SourceFile = { readonly path: string; readonly text: string }

/**
 * Reads facts about the modal from the files of an app: which file creates it, and its provider's options. Pass the result to
 * {@link transform} for each file, so that values move between files.
 */
export function readProject({ kit, files }: { readonly kit: Kit; readonly files: readonly SourceFile[] }): Project {
  return joinFacts(files.map((file) => [file.path, readFacts(kit, file)]))
}

/** Reads the facts of a file, with the name that the modal would have there. */
function readFacts(kit: Kit, { path, text }: SourceFile): Facts {
  const source = createSource(path, text)
  const facts = migrations[kit].read?.(source) ?? noFacts
  return { ...facts, modalName: facts.modalName ?? toModalName(source) }
}

/** The project of a file on its own: another one may create the modal. */
function readAlone(kit: Kit, file: SourceFile): Project {
  const facts = readFacts(kit, file)
  const project = joinFacts([[file.path, facts]])
  return facts.rank === 2 ? project : { ...project, modalPath: undefined, modalName: 'modal' }
}

/**
 * Migrates one source file from another modal to Latchkey. Doesn't change unknown code, and adds comments about remaining
 * work. A file without that modal is returned unchanged.
 *
 * @param project the result of {@link readProject}. Default: this file alone.
 */
export function transform({
  kit,
  path,
  text,
  project = readAlone(kit, { path, text }),
}: SourceFile & { readonly kit: Kit; readonly project?: Project | undefined }): Transformed {
  const source = createSource(path, text)
  migrations[kit].rewrite(source, project)
  const { text: after, notes } = source.finish()
  if (after === text) return { text, notes: [] }
  const cleaned = removeUnused(path, { before: text, after })
  // some were about code that is gone
  return { text: cleaned, notes: notes.filter((note) => cleaned.includes(note.text)) }
}
