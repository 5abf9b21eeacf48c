import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { adapterCases, type ConnectorSubject, connectorCases, runCase, runConformance } from '@latchkey/testing'
import { expect, it as spec, describe as suite, vi } from 'vitest'
import { createMemoryAdapterSubject } from './testing/createMemoryAdapterSubject.js'
import { createMemoryConnector as createMyConnector } from './testing/createMemoryConnector.js'
import { createMemoryWallet as createMyWallet, hub, zone } from './testing/createMemoryWallet.js'

type NodeTest = { readonly name: string; readonly skip: unknown; readonly run: () => void }
type Context = { readonly skip: (reason: string) => never }
type VitestTest = { readonly name: string; readonly run: (context: Context) => Promise<void> }

/** Collects the tests for the other runner, which would run them in the middle of ours. */
const nodeTests = vi.hoisted((): NodeTest[] => [])
vi.mock('node:test', () => ({
  test: async (name: string, { skip }: { skip: unknown }, run: () => void) => void nodeTests.push({ name, skip, run }),
}))

/** The same for the vitest example, so that its inapplicable cases don't count as skipped here. */
const vitestTests: VitestTest[] = []
const describe = (_: string, run: () => void): void => run()
const it = (name: string, run: VitestTest['run']): void => void vitestTests.push({ name, run })

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
const adapterSubject = createMemoryAdapterSubject()

const subject: ConnectorSubject = {
  async create() {
    const { provider, controls } = createMyWallet()
    const connector = createMyConnector(provider)
    return {
      connector,
      namespace: 'cosmos',
      network: hub,
      otherNetwork: zone,
      wallet: {
        // what the user says to every prompt from now on
        approve: controls.approve,
        reject: controls.reject,
        // prompts stay open, until all are answered with yes
        hang: controls.hang,
        release: controls.release,
        prompts: controls.prompts,
        // optional: what the user does in the wallet's own window
        selectAccount: controls.selectAccount,
        selectNetwork: controls.selectNetwork,
        revokeAccess: controls.revokeAccess,
        canRevoke: true,
        listeners: controls.listeners,
      },
      checks: {
        'message:sign': {
          request: { message: 'Hello' },
          verify: (signature, { account }) => signature === `Hello by ${account.address}`,
        },
      },
      destroy: () => connector.destroy(),
    }
  },
}

describe('my connector', () => {
  for (const item of connectorCases) {
    it(item.name, async ({ skip }) => {
      const { reason, error } = await runCase(item, subject)
      if (reason) skip(reason)
      expect(error).toBeUndefined()
    })
  }
})

for (const { name, reason: skip, error } of await runConformance(adapterCases, adapterSubject)) {
  await test(name, { skip }, () => {
    if (error) throw error
  })
}

suite('the README', () => {
  spec('shows the examples of this file, word for word', () => {
    const own = readFileSync(new URL(import.meta.url), 'utf8')
    const blocks = [...readme.matchAll(/```ts\n(.*?)```/gs)].map(([, block = '']) => block)
    const shown = blocks.filter((block) => block.includes('Cases'))
    expect(shown).toHaveLength(2)
    for (const block of shown) {
      const [, ...body] = block.split('\n\n')
      expect(own).toContain(body.join('\n\n').trim())
    }
  })

  spec('shows an example for vitest that runs every case', async () => {
    expect(vitestTests.map(({ name }) => name)).toEqual(connectorCases.map(({ name }) => name))
    const skip = vi.fn((reason: string): never => {
      throw new Error(reason)
    })
    const results = await Promise.allSettled(vitestTests.map(({ run }) => run({ skip })))
    expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(17)
    expect(skip).toHaveBeenCalledTimes(17)
    expect(skip).toHaveBeenCalledWith("The subject has no checks['transaction:send'].")
  })

  spec('shows an example for node:test that runs every case', () => {
    expect(nodeTests.map(({ name }) => name)).toEqual(adapterCases.map(({ name }) => name))
    for (const { skip, run } of nodeTests) {
      expect(skip).toBeUndefined()
      expect(run).not.toThrow()
    }
  })

  spec('names every optional part of a subject', async () => {
    const { wallet } = await subject.create()
    const required = ['approve', 'reject', 'hang', 'release', 'prompts']
    const optional = Object.keys(wallet).filter((name) => !required.includes(name))
    expect(optional).toHaveLength(5)
    for (const name of optional) expect(readme).toContain(`\`wallet.${name}\``)
    const { controls } = await adapterSubject.create()
    for (const name of Object.keys(controls)) expect(readme).toContain(`\`controls.${name}\``)
  })
})
