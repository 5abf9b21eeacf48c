import { expect, test } from 'vitest'
import * as protocol from './protocol.js'

test('what frames and their apps share', () => {
  expect(Object.keys(protocol).sort()).toMatchInlineSnapshot(`
    [
      "appMessages",
      "appPrefix",
      "approvalMethods",
      "frameEvents",
      "frameFault",
      "framePrefix",
      "frameReplies",
      "handshakeVersion",
      "parseAppEnvelope",
      "parseAppMessage",
      "parseFrameEvent",
      "portNames",
      "safeMethods",
      "toWire",
    ]
  `)
})
