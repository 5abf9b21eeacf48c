import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from './lib/root.mjs'
import { run } from './lib/run.mjs'

/** @param {string} path */
const readManifest = (path) => JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8'))

/** Programs in `dist` that people start, besides those that a `start` script names. */
const programs = { devnet: ['dist/main.js'], vault: ['dist/signFrame.js', 'dist/verifyFrame.js'] }

/** Each command with the program that it runs, relative to the repository. */
const commands = [
  ...Object.entries(readManifest('.').scripts),
  ...['release', 'publish'].map((name) => [name, `node scripts/${name}.mjs`]),
  ...readdirSync(join(root, 'apps')).flatMap((name) => {
    const started = Object.entries(readManifest(`apps/${name}`).scripts).filter(([script]) =>
      script.startsWith('start'),
    )
    const others = (programs[/** @type {keyof typeof programs} */ (name)] ?? []).map((file) => [file, `node ${file}`])
    return [...started, ...others].map(([script, line]) => [
      `${name} ${script}`,
      line.replace('node ', `node apps/${name}/`),
    ])
  }),
]

describe('--help', () => {
  it.each(commands)('prints the usage of %s and exits with 0', async (_, line) => {
    const [node, ...words] = line.split(' ')
    expect(node).toBe('node')
    const { code, output } = await run(process.execPath, [...words, '--help'], { capture: true, timeout: 20_000 })
    expect({ code, output }).toEqual({ code: 0, output: expect.stringMatching(/^Usage:/) })
  })
})
