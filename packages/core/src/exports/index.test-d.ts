import { expectTypeOf, test } from 'vitest'
import type * as controllers from './controllers.js'
import type * as core from './index.js'

type IsAny<type> = 0 extends 1 & type ? true : false

/** What the platform types itself, with an `any` here and there. */
type Platform = AbortController | AbortSignal | Blob | Window | Error | Uint8Array | typeof globalThis.fetch

/** Whether `any` stands anywhere in a type, as deep as twelve fields. */
type HasAny<type, depth extends readonly unknown[] = []> =
  IsAny<type> extends true
    ? true
    : depth['length'] extends 12
      ? false
      : type extends Platform | string | number | bigint | boolean | symbol | null | undefined
        ? false
        : type extends readonly (infer item)[] | Map<infer _key, infer item> | Set<infer item> | Promise<infer item>
          ? HasAny<item, [...depth, 0]>
          : type extends (...input: infer input) => infer output
            ? HasAny<input[number], [...depth, 0]> | HasAny<Awaited<output>, [...depth, 0]>
            : type extends object
              ? { [field in keyof type]-?: HasAny<type[field], [...depth, 0]> }[keyof type]
              : false

/** Names of a module whose values have an `any` in them. */
type Loose<module> = {
  [name in keyof module]: true extends HasAny<module[name]> ? name : never
}[keyof module]

test('the check finds `any` at every depth', () => {
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  type Any = any
  expectTypeOf<HasAny<{ a: { b: readonly Any[] } }>>().toEqualTypeOf<true>()
  expectTypeOf<HasAny<(input: string) => Promise<Any>>>().toEqualTypeOf<boolean>()
  expectTypeOf<HasAny<{ a: unknown; b: readonly string[] }>>().toEqualTypeOf<false>()
})

test('no exported function or value contains `any`', () => {
  expectTypeOf<Loose<typeof core>>().toEqualTypeOf<never>()
  expectTypeOf<Loose<typeof controllers>>().toEqualTypeOf<never>()
})

test('no exported type contains `any`', () => {
  type Types = {
    account: core.AccountState
    adapter: core.ChainAdapter
    adapterFeatures: core.AdapterFeatures
    connector: core.Connector
    connectorFeatures: core.ConnectorFeatures
    event: core.ModalEvent
    modal: core.Modal
    network: core.NetworkState
    options: core.ModalOptions
    request: core.OpenRequest
    state: core.ModalState
    toast: core.Toast
  }
  expectTypeOf<Loose<Types>>().toEqualTypeOf<never>()
})
