import { type ConnectorType, isNamespace } from '@latchkey/core'
import { check, describe, isImageUrl } from '../checks.js'
import type { ConformanceCase } from '../runConformance.js'
import { connectorCase } from './connectorCase.js'
import type { ConnectorSubject } from './connectorSubject.js'

const types: readonly ConnectorType[] = ['AUTH', 'WALLET_CONNECT', 'INJECTED', 'ANNOUNCED', 'EXTERNAL', 'MULTI_CHAIN']

/** Metadata of a connector. */
export const metaCases: readonly ConformanceCase<ConnectorSubject>[] = [
  connectorCase(
    {
      name: 'meta: identifies the wallet',
      why: 'Users choose a wallet by its name, and stored connections refer to it by its id.',
      fix: 'Set an id, a name and a type of ConnectorType in `meta`; leave out `rdns` if there is none.',
    },
    async ({ connector: { meta } }) => {
      check(isText(meta.id), `meta.id is ${describe(meta.id)}.`)
      check(isText(meta.name), `meta.name is ${describe(meta.name)}.`)
      check(types.includes(meta.type), `meta.type is ${describe(meta.type)}, none of ${types.join(', ')}.`)
      check(meta.rdns === undefined || isText(meta.rdns), `meta.rdns is ${describe(meta.rdns)}.`)
    },
  ),
  connectorCase(
    {
      name: 'meta: the id is the same after a reload',
      why: 'Stored connections refer to the connector by its id: if it changes, the user starts disconnected.',
      fix: 'Derive the id from something permanent, such as the rdns, never from a random or per-page value.',
    },
    async ({ connector }, wait, subject) => {
      const second = await subject.create()
      try {
        const ids = [connector.meta.id, second.connector.meta.id]
        check(ids[0] === ids[1], `Two connectors have the ids ${describe(ids[0])} and ${describe(ids[1])}.`)
      } finally {
        await wait.settle('destroy() of the second rig', () => second.destroy())
      }
    },
  ),
  connectorCase(
    {
      name: 'meta: lists the supported namespaces',
      why: 'A modal offers a connector for these namespaces only.',
      fix: 'List each namespace once in `meta.namespaces`, including that of the subject.',
    },
    async ({ connector: { meta }, namespace }) => {
      const { namespaces } = meta
      check(Array.isArray(namespaces) && namespaces.length > 0, `meta.namespaces is ${describe(namespaces)}.`)
      for (const item of namespaces) check(isNamespace(item), `meta.namespaces has ${describe(item)}, which is none.`)
      check(new Set(namespaces).size === namespaces.length, `meta.namespaces names one twice: ${describe(namespaces)}.`)
      check(namespaces.includes(namespace), `meta.namespaces is ${describe(namespaces)}, without ${namespace}.`)
    },
  ),
  connectorCase(
    {
      name: 'meta: the icon is a data or https URL',
      why: 'Image elements display it under a strict CSP: other schemes are blocked, or run scripts.',
      fix: 'Set `meta.icon` to an image with a data: or https: URL, or leave it out.',
    },
    async ({ connector: { meta } }) => {
      const { icon } = meta
      check(icon === undefined || isImageUrl(icon), `meta.icon is ${describe(icon)}.`)
    },
  ),
  connectorCase(
    {
      name: 'meta: is plain data',
      why: 'It is part of the state, which apps serialize and compare.',
      fix: 'Keep functions, class instances and promises out of `meta`.',
    },
    async ({ connector: { meta } }) => {
      const copy = JSON.stringify(meta)
      const isPlain = copy === JSON.stringify(structuredCloneOrNull(meta))
      check(isPlain, 'meta has something that cannot be copied as data.')
    },
  ),
]

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== ''
}

function structuredCloneOrNull(value: unknown): unknown {
  try {
    return structuredClone(value)
  } catch {
    return null // a function or another live object
  }
}
