import { chromiumOptions } from '@latchkey/devnet/chromium'
import { defineConfig } from '@playwright/test'
import { isLong } from './src/fixtures/matrix.js'

export default defineConfig({
  testDir: 'src',
  testMatch: '**/*.spec.ts',
  globalSetup: './src/fixtures/startServers.ts',
  // slow tests, and further cases of tested behavior, run in `npm run test:long`; @look also by itself, see look.config.ts
  ...(!isLong && { grepInvert: /@long|@look/ }),
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  // more than a machine with two cores has: much of the time is spent waiting
  workers: 3,
  // for a busy machine: tests of speed have their own timeouts
  timeout: 60_000,
  expect: {
    timeout: 20_000,
    // letters may be smoothed a little differently by another version of the browser; nothing may move
    toHaveScreenshot: { threshold: 0.2, maxDiffPixelRatio: 0.001, animations: 'disabled', scale: 'css' },
  },
  // one picture for all systems, as the gallery has its own fonts
  snapshotPathTemplate: '{testDir}/{testFileDir}/pictures/{arg}{ext}',
  outputDir: '../.reports/e2e-output',
  reporter: [['list'], ['json', { outputFile: process.env['E2E_REPORT'] ?? '../.reports/e2e.json' }]],
  use: {
    browserName: 'chromium',
    viewport: { width: 1280, height: 900 },
    actionTimeout: 20_000,
    // `--trace retain-on-failure` records failing tests, and takes a fifth more time
    trace: 'off',
    launchOptions: chromiumOptions(),
  },
})
