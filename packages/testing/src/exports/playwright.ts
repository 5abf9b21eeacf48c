export type { NextPromptOptions, OpenPrompt, Prompts } from '../playwright/createPrompts.js'
export { type WalletFixtures, type Wallets, walletFixtures } from '../playwright/walletFixtures.js'
