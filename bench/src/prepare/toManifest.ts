type Versions = Readonly<Record<string, string>>

export type ManifestOptions = {
  /** The repository's packages: path of the tarball by name. */
  readonly tarballs: Versions
  /** The repository's overrides. */
  readonly pins: Versions
  readonly react: string
}

/** Returns the package.json of an EVM-only app. */
export function toManifest({ tarballs, pins, react }: ManifestOptions): object {
  const ours = Object.fromEntries(Object.entries(tarballs).map(([name, path]) => [name, `file:${path}`]))
  return {
    name: 'evm-only-app',
    private: true,
    type: 'module',
    dependencies: { ...ours, react, 'react-dom': react },
    // the tarballs depend on each other by version, and those versions may not be published
    pnpm: { overrides: { ...pins, ...ours } },
  }
}
