/** Texts of a link that can be copied. They come with the views that have one. */
export const copyLinkTexts = {
  copyLink: 'Copy link',
  linkCopied: 'Link copied',
  copyByHand: 'This browser does not let us copy. Select the link and copy it yourself.',
} as const
