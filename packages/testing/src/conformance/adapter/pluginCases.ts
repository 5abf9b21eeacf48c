import { apiVersion, isNamespace, type Network, parseCaipNetworkId } from '@latchkey/core'
import { check, describe } from '../checks.js'
import type { ConformanceCase } from '../runConformance.js'
import { adapterCase, withInstance } from './adapterCase.js'
import type { AdapterSubject } from './adapterSubject.js'
import { createWorld } from './createWorld.js'
import { watchGlobals } from './watchGlobals.js'

/** The plugin before `setup`, and on servers. */
export const pluginCases: readonly ConformanceCase<AdapterSubject>[] = [
  adapterCase(
    {
      name: 'plugin: has a kind, the version of the contract and a namespace',
      why: 'createModal() identifies plugins by these fields, and refuses all others.',
      fix: "Return { kind: 'chain', apiVersion, namespace, networks, setup }, with the `apiVersion` that core exports.",
    },
    async ({ createAdapter }) => {
      const adapter = createAdapter()
      check(adapter.kind === 'chain', `kind is ${describe(adapter.kind)}.`)
      check(adapter.apiVersion === apiVersion, `apiVersion is ${describe(adapter.apiVersion)}, not ${apiVersion}.`)
      check(isNamespace(adapter.namespace), `namespace is ${describe(adapter.namespace)}.`)
      check(typeof adapter.setup === 'function', `setup is ${describe(adapter.setup)}.`)
    },
  ),
  adapterCase(
    {
      name: 'plugin: lists networks of its namespace, each once',
      why: 'They are added to the networks of the app; createModal() refuses networks without an adapter.',
      fix: 'Give each network its `chainNamespace`, its CAIP-2 id, a currency and a list of RPC URLs.',
    },
    async ({ createAdapter }) => {
      const { namespace, networks } = createAdapter()
      check(Array.isArray(networks), `networks is ${describe(networks)}.`)
      for (const network of networks) expectNetwork(network, namespace)
      const ids = networks.map(({ caipNetworkId }) => caipNetworkId)
      check(new Set(ids).size === ids.length, `networks names one twice: ${describe(ids)}.`)
    },
  ),
  adapterCase(
    {
      name: 'plugin: does nothing before setup',
      why: 'Apps create adapters at import time, also on servers.',
      fix: 'Move all side effects to setup().',
    },
    async ({ createAdapter }) => {
      const { called } = watchGlobals(createAdapter)
      check(called.length === 0, `Creating the adapter called ${called.join(', ')}.`)
    },
  ),
  adapterCase(
    {
      name: 'setup: works without a window',
      why: 'A modal may start without a page, for example in a worker or a test.',
      fix: 'If env.window() is null, skip wallet discovery and listeners.',
    },
    async (rig, wait) => {
      const world = createWorld(rig, { withoutWindow: true })
      const instance = await wait.settle('setup() without a window', () => rig.createAdapter().setup(world.context))
      await wait.quiet()
      const connectors = instance.getConnectors()
      check(Array.isArray(connectors), `getConnectors() returned ${describe(connectors)}.`)
      for (const { meta } of connectors)
        check(typeof meta?.id === 'string', `getConnectors() returned a connector with the meta ${describe(meta)}.`)
      await wait.settle('destroy()', () => instance.destroy())
    },
  ),
  adapterCase(
    {
      name: 'setup: uses browser globals only through env',
      why: 'Tests and apps replace the environment, and a modal tracks its timers.',
      fix: 'Take window, timers, fetch and storage from context.env.',
    },
    async (rig) => {
      const world = createWorld(rig)
      const adapter = rig.createAdapter()
      const { value: instance, called } = watchGlobals(() => adapter.setup(world.context))
      instance.destroy()
      check(called.length === 0, `setup() called the global ${called.join(', ')}.`)
    },
  ),
  adapterCase(
    {
      name: 'setup: makes no network request',
      why: 'Nothing may be sent to a third party before the user acts.',
      fix: 'Call nodes and services when a feature is used, not before.',
    },
    (rig, wait) =>
      withInstance(rig, wait, async ({ world }) => {
        await wait.quiet()
        check(world.requests() === 0, `setup() sent ${world.requests()} requests.`)
      }),
  ),
]

function expectNetwork({ caipNetworkId, chainNamespace, name, nativeCurrency, rpcUrls }: Network, own: string): void {
  const who = `The network ${describe(caipNetworkId)}`
  check(parseCaipNetworkId(caipNetworkId)?.namespace === own, `${who} is none of ${own}.`)
  check(chainNamespace === own, `${who} has the chainNamespace ${describe(chainNamespace)}.`)
  check(typeof name === 'string' && name !== '', `${who} has the name ${describe(name)}.`)
  const { symbol, decimals } = nativeCurrency
  check(typeof symbol === 'string' && symbol !== '', `${who} has a currency with the symbol ${describe(symbol)}.`)
  check(Number.isInteger(decimals) && decimals >= 0, `${who} has a currency with ${describe(decimals)} decimals.`)
  check(Array.isArray(rpcUrls.default.http), `${who} has no list of RPC URLs.`)
}
