import { expect, test } from 'vitest'
import { frameworks, toFiles } from '../apps/demo/src/playground/code.ts'
import { keysOf, parseSetup } from '../apps/demo/src/playground/setup.ts'
import { findTypeErrors } from './lib/docs/findTypeErrors.mjs'
import { root } from './lib/root.mjs'

/** The workspaces whose dependencies the code may import. */
const workspaces = ['apps/demo', 'examples/vue']

/** Playground setups that together cover all of its options. */
const queries = [
  '',
  'chains=evm&pairing=0&embedded=0&gateway=0',
  'theme=candy&font=serif&radius=3&layout=compact&locale=zh-Hans&order=wallet,social,email&terms=1&groups=1',
  'chains=bitcoin&signIn=optional&email=0&socials=github,farcaster&multiWallet=1&branding=0&activity=0',
  'chains=evm,solana,bitcoin&signIn=required&embedded=0&pay=1&swaps=0&onramp=0&theme=terminal&accent=0f766e',
]

/** Declarations that the bundlers of the frameworks provide. */
const declarations = `
interface ImportMeta { readonly hot?: { dispose(end: () => void): void } }
declare module '*.vue' { import type { Component } from 'vue'; const component: Component; export default component }
`

test('the code of every framework compiles for every kind of setup', { timeout: 240_000 }, () => {
  // the modal's file differs between React and the standalone build; the others are the same for every setup
  const apps = queries.flatMap((query, index) =>
    keysOf(frameworks)
      .filter((framework) => index === 0 || framework === 'next' || framework === 'html')
      .map((framework) => ({ query, index, framework })),
  )
  const snippets = apps.flatMap(({ query, index, framework }) =>
    toFiles(parseSetup(query), framework)
      .filter(({ name }) => /\.tsx?$/.test(name) && name !== 'vite.config.ts')
      .map(({ name, text }) => ({
        path: `docs/.snippets/playground/${framework}${index}/${name}`,
        text,
        document: `${framework}: ${name} of ?${query}`,
        line: 1,
      })),
  )
  expect(snippets.length).toBeGreaterThan(queries.length * 5)
  const toSnippet = (/** @type {string} */ name, /** @type {string} */ text) => {
    return { path: `docs/.snippets/playground/${name}`, text, document: name, line: 1 }
  }
  // one program for all of it, with a mistake that it has to find
  const wrong = toSnippet('wrong.ts', "import { evm } from '@latchkey/adapter-evm'\nevm({ network: [] })\n")
  const others = [toSnippet('shims.d.ts', declarations), wrong]
  const errors = findTypeErrors([...others, ...snippets], { root, workspaces })
  expect(errors).toEqual([expect.stringMatching(/^wrong\.ts:2: .*'network' does not exist/)])
})
