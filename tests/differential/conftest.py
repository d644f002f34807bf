from engine.short_lexicon import short_lexicon, short_lexicon_folder

__all__ = ["short_lexicon", "short_lexicon_folder"]
