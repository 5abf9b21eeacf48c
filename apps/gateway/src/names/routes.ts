import { createSignatureCheck } from '../chains/signatures.js'
import type { GatewayContext } from '../context.js'
import { requireDatabase } from '../database/database.js'
import { GatewayError } from '../errors.js'
import { type Route, toJsonResponse } from '../http/route.js'
import { parseName, registerName } from './registration.js'
import { createNameStore, type NameStore } from './store.js'

export type NameSettings = {
  /** Stands behind each name, after a dot: `example.org`. None unless told. */
  readonly zone?: string | undefined
}

/** What is tried beside the name itself, best first. */
const suffixes = ['1', '-wallet', '-1', '0', '-eth', '42', '-hq', '7', '-me', '2']

/** How many free names are offered beside the one that was asked for. */
const suggestionCount = 4

/** The name itself, registered or not, and free ones like it. */
async function suggestNames(
  name: string,
  findTaken: (names: readonly string[]) => Promise<ReadonlySet<string>>,
): Promise<readonly { readonly name: string; readonly registered: boolean }[]> {
  const others = suffixes.map((ending) => `${name.slice(0, 64 - ending.length)}${ending}`)
  const taken = await findTaken([name, ...others])
  const free = others.filter((other) => !taken.has(other)).slice(0, suggestionCount)
  return [{ name, registered: taken.has(name) }, ...free.map((other) => ({ name: other, registered: false }))]
}

const evmAddressPattern = /^0x[0-9a-f]{40}$/i

/** Names that stand for addresses. [S7.13, S7.14, S7.15, S7.16] */
export function createNameRoutes(context: GatewayContext, { zone }: NameSettings = {}): readonly Route[] {
  const getStore = (): NameStore => createNameStore(requireDatabase(context))
  const check = createSignatureCheck(context)
  const show = (name: string): string => (zone === undefined ? name : `${name}.${zone}`)
  const read = (text = ''): string => {
    const name = parseName(text, zone)
    if (name !== null) return name
    const rule = 'A name is made of letters, digits and hyphens, from 4 to 64 of them.'
    throw new GatewayError(rule, { status: 400, code: 'BAD_REQUEST' })
  }
  return [
    {
      method: 'GET',
      path: '/v1/profile/account/{name}',
      answer: async ({ path }) => {
        const profile = await getStore().find(read(path['name']))
        if (!profile) throw new GatewayError('Nobody has that name.', { status: 404, code: 'NOT_FOUND' })
        return toJsonResponse({ ...profile, name: show(profile.name) })
      },
    },
    {
      method: 'GET',
      path: '/v1/profile/reverse/{address}',
      answer: async ({ path: { address = '' } }) => {
        if (!evmAddressPattern.test(address))
          throw new GatewayError('That is no address.', { status: 400, code: 'BAD_REQUEST' })
        const profiles = await getStore().findOf(address)
        return toJsonResponse(profiles.map((profile) => ({ ...profile, name: show(profile.name) })))
      },
    },
    {
      method: 'GET',
      path: '/v1/profile/suggestions/{name}',
      answer: async ({ path }) => {
        const suggestions = await suggestNames(read(path['name']), getStore().findTaken)
        return toJsonResponse({ suggestions: suggestions.map((one) => ({ ...one, name: show(one.name) })) })
      },
    },
    {
      method: 'POST',
      path: '/v1/profile/account',
      answer: async ({ body, headers, signal }) => {
        const { origin } = headers
        await registerName({ store: getStore(), check, zone, now: context.now() }, { body, origin, signal })
        return toJsonResponse({ success: true })
      },
    },
  ]
}
