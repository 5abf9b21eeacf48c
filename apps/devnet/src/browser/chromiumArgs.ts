/** Chromium takes the last such list alone: these are what Playwright 1.65 turns off, and then what the house does. */
const disabledFeatures: readonly string[] = [
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'HttpsUpgrades'],
  ...[
    'HttpsFirstBalancedModeAutoEnable',
    'LensOverlay',
    'MediaRouter',
    'PaintHolding',
    'ThirdPartyStoragePartitioning',
  ],
  ...['AvoidCorsURLLoaderRestartOnRedirect', 'TcpPortRandomizationWin', 'OptimizationHints'],
  ...['NetworkTimeServiceQuerying', 'AimEnabled', 'PreconnectToSearch'],
  // pages that each window loads for what its address bar might show
  ...['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup'],
]

/**
 * What tests start Chromium with: no sandbox, which containers lack; no network use of its own; and nothing that only
 * costs time where there is no graphics card, which is a fifth of what a test of a page takes.
 */
export const chromiumArgs: readonly string[] = [
  ...['--no-sandbox', '--disable-dev-shm-usage'],
  ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
  // distributions turn it on; without a card it is the processor that plays one
  '--disable-gpu-rasterization',
  `--disable-features=${disabledFeatures.join(',')}`,
]
