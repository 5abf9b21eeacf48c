import { expect, test } from 'vitest'
import { frameworks, listPlaceholders, toCreateCommand, toFiles, toInstallCommand } from './code.js'
import { printValue } from './printValue.js'
import { defaultSetup, keysOf, parseSetup } from './setup.js'

const queries = [
  '',
  'chains=evm&pairing=0&embedded=0&gateway=0',
  'chains=bitcoin&signIn=optional&embedded=0&theme=candy',
]

test('the default setup generates a short modal file', () => {
  expect(toFiles(defaultSetup, 'react')[0]).toEqual({
    name: 'src/modal.ts',
    text: `import { evm } from '@latchkey/adapter-evm'
import { base, mainnet } from '@latchkey/adapter-evm/networks'
import { solana, solanaMainnet } from '@latchkey/adapter-solana'
import { embeddedWallet } from '@latchkey/embedded-wallet'
import { createModal } from '@latchkey/ui-react'
import { walletConnect } from '@latchkey/walletconnect'

export const modal = createModal({
  adapters: [
    evm({ networks: [mainnet, base] }),
    solana({ networks: [solanaMainnet] }),
    walletConnect({ relayUrl: 'wss://relay.example' }),
    embeddedWallet({ frameUrl: 'https://wallet.example/' }),
  ],
  projectId: 'my-app',
  services: { blockchainApi: 'https://gateway.example' },
})

// in development, a new version of this file replaces the modal
import.meta.hot?.dispose(() => modal.destroy())
`,
  })
})

test('every package that the code imports is installed, and no other', () => {
  for (const query of queries)
    for (const framework of keysOf(frameworks)) {
      const setup = parseSetup(query)
      const code = toFiles(setup, framework)
        .map(({ text }) => text)
        .join('\n')
      const imported = [...code.matchAll(/from '((?:@latchkey\/)?[\w-]+)/g)].map(([, name]) => name)
      const ours = imported.filter((name) => name?.startsWith('@latchkey/'))
      const installed = toInstallCommand(setup, 'npm').split(' ').slice(2)
      // the modal needs core, which only some of the code imports
      expect(installed.toSorted()).toEqual([...new Set([...ours, '@latchkey/core'])].toSorted())
      const urls = listPlaceholders(setup).map(({ url }) => url)
      for (const url of urls) expect(code).toContain(`'${url}'`)
      expect(code.match(/'(\w+:\/\/[\w./]+\.example\b[^']*|\/siwx)'/g) ?? []).toHaveLength(urls.length)
    }
})

test('each package manager has its own commands', () => {
  const setup = parseSetup('chains=evm&pairing=0&embedded=0')
  expect(toInstallCommand(setup, 'npm')).toBe('npm install @latchkey/ui-react @latchkey/core @latchkey/adapter-evm')
  expect(toInstallCommand(setup, 'bun')).toBe('bun add @latchkey/ui-react @latchkey/core @latchkey/adapter-evm')
  expect(toCreateCommand(defaultSetup, 'vue', 'npm')).toBe(
    'npm create latchkey@latest my-app -- --template vue --chains evm,solana --logins --pairing',
  )
  expect(toCreateCommand(setup, 'next', 'yarn')).toBe('yarn create latchkey my-app --template next --chains evm')
})

test('printValue formats values like handwritten code, and breaks long ones over several lines', () => {
  expect(printValue({ a: 1, '--b': "it's", c: ['x', true] }, '')).toBe(`{ a: 1, '--b': "it's", c: ['x', true] }`)
  expect(printValue(`both ' and "`, '')).toBe(`'both \\' and "'`)
  const long = { first: 'x'.repeat(40), second: ['y'.repeat(40), 'z'] }
  expect(printValue(long, '  ')).toBe(`{
    first: '${'x'.repeat(40)}',
    second: ['${'y'.repeat(40)}', 'z'],
  }`)
})
