import { expectTypeOf, test } from 'vitest'
import type { DisclaimerPart, ModalOptions, ShownToken, WalletGroup } from './options.js'

test('[S3.20] every option of the specification is typed, and only `adapters` is required', () => {
  type Named =
    | 'projectId'
    | 'networks'
    | 'defaultNetwork'
    | 'adapters'
    | 'metadata'
    | 'features'
    | 'themeMode'
    | 'themeVariables'
    | 'tokens'
    | 'customWallets'
    | 'includeWalletIds'
    | 'excludeWalletIds'
    | 'featuredWalletIds'
    | 'siwx'
    | 'defaultAccountTypes'
    | 'enableWalletConnect'
    | 'enableWallets'
    | 'enableReconnect'
    | 'enableNetworkSwitch'
    | 'allowUnsupportedChain'
    | 'debug'
    | 'enableEIP6963'
    | 'termsConditionsUrl'
    | 'privacyPolicyUrl'
  expectTypeOf<Exclude<Named, keyof ModalOptions>>().toEqualTypeOf<never>()
  expectTypeOf<Pick<ModalOptions, 'adapters'>>().toExtend<ModalOptions>()
  expectTypeOf<ModalOptions['tokens']>().toExtend<
    { readonly [id: `${string}:${string}`]: ShownToken | undefined } | undefined
  >()
})

test('wallet groups and the disclaimer are plain data', () => {
  expectTypeOf<ModalOptions['walletGroups']>().toEqualTypeOf<readonly WalletGroup[] | undefined>()
  expectTypeOf<{ name: string; wallets: string[] }>().toExtend<WalletGroup>()
  expectTypeOf<{ name: string }>().not.toExtend<WalletGroup>()
  expectTypeOf<ModalOptions['disclaimer']>().toEqualTypeOf<string | readonly DisclaimerPart[] | undefined>()
  expectTypeOf<{ href: string }>().not.toExtend<DisclaimerPart>()
})
