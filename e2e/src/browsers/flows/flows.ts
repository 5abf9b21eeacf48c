import { connect } from './connect.js'
import type { Flow } from './Flow.js'
import { keyboard } from './keyboard.js'
import { layout } from './layout.js'
import { logInByEmail, sendByEmail, signByEmail } from './logInByEmail.js'
import { logInElsewhere } from './logInElsewhere.js'
import { pair } from './pair.js'
import { signIn } from './signIn.js'

/** All flows, those of the short run first. */
export const flows: readonly Flow[] = [
  connect,
  logInByEmail,
  signByEmail,
  sendByEmail,
  keyboard,
  layout,
  pair,
  signIn,
  logInElsewhere,
]
