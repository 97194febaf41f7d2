import { parseMarkdownItems } from '#app/content/articles/rich-text.server.ts';
import { MAX_BLOCKS, type Block, type BlockType } from '#app/content/kinds.server.ts';
import { forEachLanguage, LANGUAGES } from '#app/content/language.ts';
import { TEXT_LIMITS } from '#app/content/text-limits.ts';
import { parseNumberedBlocks } from '#app/domain/site/numbered-fields.ts';
import {
  applyListButton,
  listBilingualTexts,
  type EntryText,
  type FieldType,
} from './field-type.ts';
import { createFormReader, createPicture } from './pictures.ts';

interface BlockTexts {
  maxTextLength?: number;
  maxTitleLength?: number;
  needsTitle?: true;
}

const blockTexts: Readonly<Record<BlockType, BlockTexts>> = {
  text: { maxTextLength: TEXT_LIMITS.blockText },
  quote: { maxTextLength: TEXT_LIMITS.quote, maxTitleLength: TEXT_LIMITS.blockTitle },
  picture: { maxTitleLength: TEXT_LIMITS.blockTitle },
  steps: {
    maxTextLength: TEXT_LIMITS.blockText,
    maxTitleLength: TEXT_LIMITS.blockTitle,
    needsTitle: true,
  },
  questions: {
    maxTextLength: TEXT_LIMITS.blockText,
    maxTitleLength: TEXT_LIMITS.blockTitle,
    needsTitle: true,
  },
};

const BLOCK_TYPES = Object.keys(blockTexts) as BlockType[];

const emptyText = forEachLanguage(() => '');
const emptyBlock: Block = { type: 'text', text: emptyText, title: emptyText, picture: null };

/** The blocks of a page. Their controls are numbered: block_1_type, block_1_text_en and so on. */
export const blocks: FieldType<Block[]> = {
  empty: [],
  read: (form) => parseNumberedBlocks(createFormReader(form), MAX_BLOCKS).map(normaliseBlock),
  listTexts: (blockList) => blockList.flatMap(listBlockTexts),
  check(blockList, { isRequired }) {
    if (isRequired && blockList.length === 0) return 'missing';
    return Object.fromEntries(blockList.flatMap(listItemErrors));
  },
  applyButton(blockList, button) {
    const type = BLOCK_TYPES.find((each) => button === `add-${each}`);
    return type && type !== 'picture'
      ? [...blockList, { ...emptyBlock, type }].slice(0, MAX_BLOCKS)
      : applyListButton(blockList, button, 'block-');
  },
  addPictures(blockList, names, max) {
    const added = names.map((name): Block => {
      return { ...emptyBlock, type: 'picture', picture: createPicture(name) };
    });
    return [...blockList, ...added].slice(0, max);
  },
  listPictures: (blockList) =>
    blockList.flatMap(({ picture }, index) =>
      picture ? [{ name: picture.name, path: `.${index}.picture.name` }] : [],
    ),
  dropMissingPictures: (blockList, isStored) =>
    blockList.filter(({ picture }) => picture === null || isStored(picture.name)),
};

function normaliseBlock({ type: postedType, text, title, picture }: Block): Block {
  const type = BLOCK_TYPES.find((each) => each === postedType) ?? 'text';
  const { maxTextLength, maxTitleLength } = blockTexts[type];
  // A value without a visible control cannot show an error, so it is dropped or shortened.
  const credit = picture?.credit.slice(0, TEXT_LIMITS.pictureCredit) ?? '';
  return {
    type,
    text: maxTextLength ? text : emptyText,
    title: maxTitleLength ? title : emptyText,
    picture: type === 'picture' && picture ? { ...picture, credit } : null,
  };
}

function listBlockTexts({ type, text, title, picture }: Block, index: number): EntryText[] {
  const { maxTextLength, maxTitleLength, needsTitle = false } = blockTexts[type];
  const prefix = `block_${index + 1}`;
  return [
    ...(picture
      ? listBilingualTexts(picture.alt, `${prefix}_alt`, TEXT_LIMITS.pictureAlt, false)
      : []),
    ...(maxTitleLength
      ? listBilingualTexts(title, `${prefix}_title`, maxTitleLength, needsTitle)
      : []),
    ...(maxTextLength ? listBilingualTexts(text, `${prefix}_text`, maxTextLength, true) : []),
  ];
}

/** Returns an error for each language in which steps or questions have no item heading. */
function listItemErrors({ type, text }: Block, index: number): [string, 'items'][] {
  if (type !== 'steps' && type !== 'questions') return [];
  const languages = LANGUAGES.filter(
    (language) => text[language] !== '' && parseMarkdownItems(text[language]).length === 0,
  );
  return languages.map((language) => [`block_${index + 1}_text_${language}`, 'items']);
}
