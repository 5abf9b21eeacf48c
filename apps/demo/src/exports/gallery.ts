export { type GalleryPage, galleryPages } from '../gallery/galleryPages.js'
