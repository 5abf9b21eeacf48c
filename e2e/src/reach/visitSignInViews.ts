import { expect } from '@playwright/test'
import type { SignInPage } from '../siwx/SignInPage.js'

/** Visits the states of the sign-in prompt, and calls `look` at each. */
export async function visitSignInViews(signIn: SignInPage, look: (name: string) => Promise<void>): Promise<void> {
  const { demo } = signIn
  await signIn.goto()
  await signIn.pick()
  await expect(signIn.question).toBeVisible()
  await look('SIWXSignMessage')
  await demo.wallet.script({ methods: { personal_sign: [{ kind: 'reject' }] } })
  await signIn.sign()
  await expect(demo.dialog.locator('.status[data-kind=failed]')).toBeVisible()
  await look('SIWXSignMessage refused')
}
