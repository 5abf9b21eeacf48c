import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../../scripts/lib/root.mjs'
import { isLong } from '../fixtures/matrix.js'
import { installFolder } from '../packed/installFolder.js'
import { expect, test } from '../packed/packedTest.js'
import { succeed } from '../packed/succeed.js'

const react = { react: '^19.3.1', 'react-dom': '^19.3.1' }

/** The code blocks of the guide that name a file, by file. */
function readGuide(): Readonly<Record<string, string>> {
  const text = readFileSync(join(root, 'docs/commonjs.md'), 'utf8')
  const blocks = [...text.matchAll(/^```js(?:on)? (\S+)\n(.*?)^```/gms)]
  return Object.fromEntries(blocks.map(([, name = '', code = '']) => [name, code]))
}

test('a CommonJS program can require the packages as the guide shows, including their subpath exports @adopt', async ({
  workshop,
}) => {
  test.setTimeout(120_000)
  const folder = join(workshop.folder, 'commonjs')
  const tarballs = await Promise.all(['core', 'ui-react', 'siwx', 'adapter-evm'].map((name) => workshop.pack(name)))
  await installFolder({ folder, installer: 'pnpm', tarballs, dependencies: react })
  writeFileSync(join(folder, 'main.cjs'), readGuide()['main.cjs'] ?? '')
  expect(await succeed(process.execPath, ['main.cjs'], folder)).toMatch(
    /^<button [^>]*class="lk-button"[^>]*>Connect<\/button>\n\[.*'consume'.*\]\n$/s,
  )

  // every entry of these packages except the stylesheets
  const entries = tarballs.flatMap(({ name }) => {
    const path = join(folder, 'node_modules', name, 'package.json')
    const { exports } = JSON.parse(readFileSync(path, 'utf8')) as {
      readonly exports: Readonly<Record<string, unknown>>
    }
    // these need something that this app doesn't install: wagmi, or a DOM
    const others = /\.css$|wagmi|standalone/
    return Object.keys(exports).flatMap((entry) => (others.test(entry) ? [] : [`${name}${entry.slice(1)}`]))
  })
  expect(entries.length).toBeGreaterThan(15)
  writeFileSync(join(folder, 'entries.cjs'), entries.map((entry) => `require('${entry}')\n`).join(''))
  expect(await succeed(process.execPath, ['entries.cjs'], folder)).toBe('')
})

// Jest is not among the repository's own dependencies, so only the long run installs it
if (isLong)
  test('the guide’s test passes in Jest with both of its setups, ES modules and Babel @adopt', async ({ workshop }) => {
    test.setTimeout(600_000)
    const guide = readGuide()
    const folder = join(workshop.folder, 'jest')
    const tarballs = await Promise.all(['core', 'ui-react'].map((name) => workshop.pack(name)))
    await installFolder({
      folder,
      installer: 'npm',
      tarballs,
      dependencies: react,
      devDependencies: { jest: '30.5.2', '@babel/preset-env': '^7.28.0' },
    })
    for (const [name, text] of Object.entries(guide)) writeFileSync(join(folder, name), text)
    // the guide's own test, as ES modules and compiled by Babel
    const preset = ['@babel/preset-env', { targets: { node: 'current' } }]
    writeFileSync(join(folder, 'babel.config.json'), JSON.stringify({ presets: [preset] }))
    writeFileSync(join(folder, 'button.test.js'), guide['button.test.mjs'] ?? '')
    const jest = join(folder, 'node_modules/jest/bin/jest.js')
    const asModules = ['--experimental-vm-modules', jest, '--config', 'jest.config.json']
    for (const args of [asModules, [jest, '--config', 'jest.babel.json']])
      expect(await succeed(process.execPath, args, folder)).toMatch(/Tests: +1 passed, 1 total/)
  })
