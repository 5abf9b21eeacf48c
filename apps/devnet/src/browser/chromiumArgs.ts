/** Chromium uses only the last such list, so it repeats the features that Playwright 1.65 disables, followed by our own. */
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
  // pages that each window loads for its address bar
  ...['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup'],
  // a process started in advance for the next site, which a test rarely visits
  'SpareRendererForSitePerProcess',
]

/**
 * Flags of Chromium for tests: no sandbox, which containers lack; no network use of its own; and no work for a graphics card, which
 * takes a fifth of a page test on machines without one.
 */
export const chromiumArgs: readonly string[] = [
  ...['--no-sandbox', '--disable-dev-shm-usage'],
  ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
  // distributions enable it; without a graphics card, it runs on the CPU
  '--disable-gpu-rasterization',
  `--disable-features=${disabledFeatures.join(',')}`,
]
