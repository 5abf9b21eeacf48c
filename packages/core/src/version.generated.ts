/** The release of this package. Written by version.test.ts. */
export const version = '1.0.0-rc.0'
