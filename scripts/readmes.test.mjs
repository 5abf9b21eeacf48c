import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { listPackages } from './lib/listPackages.mjs'
import { root } from './lib/root.mjs'

// What a stranger needs to start from a package's page in the registry.
describe.each(listPackages(root).map(({ name, folder }) => [name, folder]))(
  'the README of %s',
  (name = '', folder = '') => {
    const text = readFileSync(join(root, folder, 'README.md'), 'utf8')
    const { bin, exports } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))
    const [first = ''] = text.split(/^## /m)

    it('begins with its name and a description', () => {
      expect(text).toMatch(new RegExp(`^# ${name}\n\n[A-Z][^\n]{40}`))
    })

    it('shows at the start how to install or run it', () => {
      const commands = [...first.matchAll(/^```sh\n(.*?)^```/gms)].map(([, lines]) => lines).join('')
      // npm runs create-x by `npm create x`
      const program = name.startsWith('create-') ? name.replace('create-', 'npm create ') : `npx ${name} `
      expect(commands).toMatch(bin ? program : new RegExp(`npm install .*${name}\\b`))
    })

    // a package without exports is a command only
    if (exports)
      it('shows a code example', () => {
        expect(text).toMatch(/^```(tsx?|html)\n[^`]*(import|from) /m)
        expect(text).toContain(name)
      })

    it('links to its guide', () => {
      expect(first).toMatch(/\]\(\.\.\/\.\.\/docs\/[\w-]+\.md/)
    })

    // programs are run, not imported
    if (!bin)
      it('states that it supports ES modules only', () => {
        expect(first).toContain('ES modules only')
      })
  },
)
