declare module 'libheif-js/wasm-bundle.js' {
  interface Plane {
    /** Bytes of a line, which may be longer than the picture is wide. */
    stride: number;
    height: number;
    data: Uint8Array;
  }
  interface Item {
    handle: unknown;
    get_width(): number;
    get_height(): number;
    is_primary(): boolean;
  }
  const libheif: {
    HeifDecoder: new () => { decode(file: Uint8Array): Item[] };
    heif_colorspace: { heif_colorspace_RGB: unknown };
    heif_chroma: { heif_chroma_interleaved_RGBA: unknown };
    heif_js_decode_image2(
      handle: unknown,
      space: unknown,
      chroma: unknown,
    ): Promise<{ channels?: Plane[] }>;
  };
  export default libheif;
}
