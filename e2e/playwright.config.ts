import { chromiumArgs } from '@latchkey/devnet/chromium'
import { defineConfig } from '@playwright/test'
import { isLong } from './src/fixtures/matrix.js'

const executablePath = process.env['CHROMIUM_PATH']

export default defineConfig({
  testDir: 'src',
  testMatch: '**/*.spec.ts',
  globalSetup: './src/fixtures/startServers.ts',
  // what takes long, or repeats for more cases what one has shown, runs in `npm run test:long`
  ...(!isLong && { grepInvert: /@long/ }),
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  // more than a machine with two processors has: much of the time is spent on waiting
  workers: 3,
  timeout: 30_000,
  expect: { timeout: 10_000 },
  outputDir: '../.reports/e2e-output',
  reporter: [['list'], ['json', { outputFile: process.env['E2E_REPORT'] ?? '../.reports/e2e.json' }]],
  use: {
    browserName: 'chromium',
    viewport: { width: 1280, height: 900 },
    actionTimeout: 10_000,
    // `--trace retain-on-failure` shows what a failing test saw, for a fifth more time
    trace: 'off',
    launchOptions: {
      ...(executablePath && { executablePath }),
      args: [...chromiumArgs],
    },
  },
})
