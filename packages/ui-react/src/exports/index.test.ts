import { expect, it } from 'vitest'
import * as exported from './index.js'

it('exports what is meant to be public, and no more', () => {
  expect(Object.keys(exported).sort()).toMatchInlineSnapshot(`
    [
      "AccountButton",
      "ConnectButton",
      "LatchkeyProvider",
      "NetworkButton",
      "createModal",
      "defineView",
      "setLocale",
      "useAccount",
      "useConnections",
      "useDisconnect",
      "useEvents",
      "useModal",
      "useModalState",
      "useNetwork",
      "usePay",
      "useProvider",
      "useSiwx",
      "useTheme",
      "useUpdateEmail",
    ]
  `)
})
