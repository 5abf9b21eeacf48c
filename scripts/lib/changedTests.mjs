import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { git } from './git.mjs'
import { root } from './root.mjs'

/**
 * The browser tests that are run for a change of a part: few, and quick. All of them run in `npm test`.
 *
 * @type {readonly (readonly [part: RegExp, specs: readonly string[]])[]}
 */
export const browserTestsOf = [
  [
    /^packages\/(core|ui-react|adapter-|siwx|testing|cdn)/,
    ['main/main', 'main/connect', 'main/shell', 'multichain/multichain'],
  ],
  [/^packages\/(core|ui-react)\/src\/.*(send|swap|onramp|pay|portfolio|activity)/i, ['money/send', 'money/swap']],
  [/^(packages\/(walletconnect|core\/src\/controllers\/connection)|apps\/relay)/, ['walletconnect/pairing']],
  [/^packages\/siwx/, ['siwx/families']],
  [/^(packages\/embedded-wallet|apps\/vault)/, ['embedded/embedded', 'embedded/login', 'logins/popup']],
  [/^(apps\/gateway|packages\/server-kit)/, ['money/portfolio', 'wallet-list/wallet-list']],
  [/^apps\/console/, ['operate/users', 'operate/views']],
  [/^apps\/(demo|devnet)/, ['main/main', 'main/connect']],
  [/^(packages\/(codemod|create-latchkey)|examples|apps\/docs)/, ['frameworks/tron']],
]

/**
 * Lists the files that differ from a revision, uncommitted and new ones too.
 *
 * @param {string} [revision] Default: where the branch left `main`.
 * @param {string} [folder] the repository
 * @returns {{ readonly revision: string, readonly files: readonly string[] } | null} `files` from the root of the repository, sorted;
 *   null if git doesn't know the revision
 */
export function listChangedFiles(revision, folder = root) {
  const base = git(['merge-base', 'HEAD', revision ?? 'main'], folder)
  if (base === null) return null
  const lists = [
    git(['diff', '--name-only', base], folder),
    git(['ls-files', '--others', '--exclude-standard'], folder),
  ]
  const files = lists.flatMap((list) => (list ?? '').split('\n')).filter(Boolean)
  return { revision: base, files: [...new Set(files)].sort() }
}

/**
 * Selects the browser tests for changed files: specs that changed, and those of the parts that changed.
 *
 * @param {readonly string[]} files from the root of the repository
 * @param {string} [folder] the repository
 * @returns {string[]} paths below `e2e`; none if no part has a browser test
 */
export function selectBrowserTests(files, folder = root) {
  const specs = files.flatMap((file) => {
    if (/^e2e\/src\/(?!look\/).*\.spec\.ts$/.test(file)) return [file.replace('e2e/', '')]
    return browserTestsOf.filter(([part]) => part.test(file)).flatMap(([, names]) => names.map(toPath))
  })
  return [...new Set(specs)].filter((spec) => existsSync(join(folder, 'e2e', spec))).sort()
}

/** @param {string} name */
const toPath = (name) => `src/${name}.spec.ts`
