// Rules for the text of every file. Their patterns are regular expressions with escaped dots and slashes, so this file
// follows them itself, and no file needs an exception.

/**
 * @typedef {object} TreeRule
 * @property {string} name
 * @property {string} fix
 * @property {(path: string) => boolean} covers
 * @property {RegExp} pattern forbidden; matched line by line
 */

const isTest = (/** @type {string} */ path) => /\.(test|test-d|spec)\.\w+$/.test(path) || path.startsWith('e2e/')
const isRunner = (/** @type {string} */ path) =>
  /(^|\/)((vitest|playwright)[\w.]*\.config\.\w+|package\.json)$/.test(path) || path.startsWith('scripts/')
const isLockfile = (/** @type {string} */ path) => /(^|\/)(pnpm-lock\.yaml|package-lock\.json|yarn\.lock)$/.test(path)
const everywhere = () => true

/** @type {readonly TreeRule[]} */
const treeRules = [
  {
    name: 'no machine path',
    fix: 'Use a path relative to the repository, or ask the system for its folder.',
    covers: everywhere,
    // the slash must begin a path: `src/work/a.ts` and `https://example.org/home/a` do not count
    pattern: /(?:(?<![\w.~@$})/-])|(?<=file:\/\/))\/((root|work|home\/[\w.-]+|Users\/[\w.-]+)\/|tmp\/bash_jobs)/,
  },
  {
    name: 'no registry host',
    fix: 'The registry is configured by whoever installs.',
    covers: everywhere,
    pattern: /\b(registry\.(npmjs|yarnpkg|npmmirror|npm\.taobao)\.(org|com)|npm\.pkg\.github\.com|npm\.jsr\.io)\b/,
  },
  {
    name: 'no tarball address in a lockfile',
    fix: 'Set `lockfileIncludeTarballUrl: false` and install again.',
    covers: isLockfile,
    pattern: /\btarball:|"resolved": "https?:|^\s+resolved "https?:/,
  },
  {
    name: 'no test left out',
    fix: 'Run it or delete it. Long tests check LATCHKEY_LONG with skipIf or runIf; tests without their browser give that as the reason.',
    covers: isTest,
    pattern:
      /\.(only|skip(?!\(obstacle !== undefined, obstacle\))|todo|fixme)\s*(\(|\.\w+\()|\b(test|it)\.fails?\s*\(|\b(test|it|describe)\b.*,\s*\{[^}]*\b(only|skip|todo|fails)\s*:/,
  },
  {
    name: 'no retries in a test',
    fix: 'A flaky test is a bug: fix it or delete it.',
    covers: isTest,
    pattern: /\b(test|it|describe)\b.*,\s*\{[^}]*\bretr(y|ies)\s*:|\.configure\(\s*\{[^}]*\bretries\s*:/,
  },
  {
    name: 'no retries in the setup of a test runner',
    fix: 'A flaky test is a bug: fix it or delete it.',
    covers: isRunner,
    pattern: /\bretr(y|ies)\s*:\s*(?!0\b)[\w(]|--retr(y|ies)\b(?!=0)/,
  },
  {
    name: 'no unfinished note',
    fix: 'Do it now, or open an issue that describes what is missing.',
    covers: everywhere,
    // except the comments that the codemod leaves in users' sources
    pattern: /\b(TO[D]O(?!\(latchkey\))|FIX[M]E)\b|\b([Cc]oming\s+[Ss]oon|COMING\s+SOON)\b/,
  },
]

/**
 * @param {string} path relative to the repository, with forward slashes
 * @param {string} text
 * @returns {string[]} one line per violation
 */
export function findViolations(path, text) {
  const lines = text.split('\n')
  return treeRules
    .filter((rule) => rule.covers(path))
    .flatMap(({ name, fix, pattern }) =>
      lines.flatMap((line, index) => {
        const match = pattern.exec(line)
        return match ? [`${path}:${index + 1}: ${name} ("${match[0].trim().slice(0, 60)}"). ${fix}`] : []
      }),
    )
}
