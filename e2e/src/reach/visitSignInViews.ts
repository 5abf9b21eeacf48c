import { expect } from '@playwright/test'
import type { SignInPage } from '../siwx/SignInPage.js'

/** Walks through what the question to sign in looks like, and stops at each to look. */
export async function visitSignInViews(signIn: SignInPage, look: (name: string) => Promise<void>): Promise<void> {
  const { demo } = signIn
  await signIn.goto()
  await signIn.pick()
  await expect(signIn.question).toBeVisible()
  await look('SIWXSignMessage')
  await demo.wallet.script({ methods: { personal_sign: [{ kind: 'reject' }] } })
  await signIn.sign()
  await expect(demo.dialog.locator('[data-bad]')).toBeVisible()
  await look('SIWXSignMessage refused')
}
