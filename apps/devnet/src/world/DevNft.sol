// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";
import {ERC721Enumerable} from "@openzeppelin/contracts/token/ERC721/extensions/ERC721Enumerable.sol";
import {Base64} from "@openzeppelin/contracts/utils/Base64.sol";
import {Strings} from "@openzeppelin/contracts/utils/Strings.sol";

/// A collection for local chains, with its pictures on the chain: two tokens for each holder, numbered from 1, and a mint
/// that is open to everybody.
contract DevNft is ERC721Enumerable {
    using Strings for uint256;

    constructor(
        string memory name_,
        string memory symbol_,
        address[] memory holders
    ) ERC721(name_, symbol_) {
        for (uint256 i = 0; i < 2 * holders.length; i++) _mint(holders[i / 2], i + 1);
    }

    function mint(address to) external {
        _mint(to, totalSupply() + 1);
    }

    function tokenURI(uint256 id) public view override returns (string memory) {
        _requireOwned(id);
        string memory image = Base64.encode(bytes(_picture(id)));
        bytes memory json = abi.encodePacked(
            '{"name":"', name(), " #", id.toString(),
            '","description":"Drawn on the chain","image":"data:image/svg+xml;base64,', image, '"}'
        );
        return string.concat("data:application/json;base64,", Base64.encode(json));
    }

    /// A key hole on a colour of its own.
    function _picture(uint256 id) private pure returns (string memory) {
        string memory hue = ((id * 67) % 360).toString();
        return string.concat(
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" fill="hsl(', hue,
            ' 60% 55%)"/><path d="M32 16a10 10 0 0 1 5 18.7L41 50H23l4-15.3A10 10 0 0 1 32 16z" fill="hsl(', hue,
            ' 60% 18%)"/></svg>'
        );
    }
}
